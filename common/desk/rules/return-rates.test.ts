import { describe, expect, it } from 'vitest';
import { addDays, day } from '#common/core/dates.ts';
import { limitOfReturn } from '#common/payments/rules/return-codes.ts';
import { evaluateReturns, rateDays } from './return-rates.ts';

describe('returns against the limits of Nacha', () => {
  it.each([
    ['R10', 4, 1_000, 'unauthorized', '0.40', 'below'],
    ['R10', 5, 1_000, 'unauthorized', '0.50', 'near'],
    ['R29', 6, 1_000, 'unauthorized', '0.60', 'above'],
    ['R11', 6, 1_000, 'unauthorized', '0.60', 'above'],
    ['R03', 30, 1_000, 'administrative', '3.00', 'near'],
    ['R03', 31, 1_000, 'administrative', '3.10', 'above'],
    ['R01', 31, 1_000, 'administrative', '0.00', 'below'],
    ['R01', 150, 1_000, 'overall', '15.00', 'near'],
    ['R01', 151, 1_000, 'overall', '15.10', 'above'],
    ['R10', 1, 199, 'unauthorized', '0.50', 'above'],
    ['R10', 0, 1, 'unauthorized', '0.00', 'below'],
    ['R10', 0, 0, 'unauthorized', null, 'noDrafts'],
    ['R10', 3, 0, 'unauthorized', null, 'noDrafts'],
  ])('%s × %i of %i: %s %s is %s', (code, count, filed, kind, percent, state) => {
    const on = day('2026-11-20');
    const [last] = rateDays({ from: on, through: on }, [{ on, count: filed }], [{ on, code, count }]);
    const rates = last && evaluateReturns(last);
    expect(rates?.find((rate) => rate.kind === kind)).toMatchObject({ percent, state, drafts: filed });
  });

  it.each([
    ['R05', 'unauthorized'],
    ['R04', 'administrative'],
    ['R01', 'other'],
    ['R12', 'other'],
  ])('%s counts as %s', (code, kind) => {
    expect(limitOfReturn(code)).toBe(kind);
  });
});

describe('the sixty days up to each day', () => {
  const from = day('2026-11-19');
  const through = day('2026-11-21');

  it('have what was on the first and on the last of them, and nothing of the day before', () => {
    const drafts = [
      { on: addDays(through, -60), count: 400 },
      { on: addDays(through, -59), count: 30 },
      { on: through, count: 5 },
    ];
    const days = rateDays({ from, through }, drafts, [{ on: addDays(through, -60), code: 'R01', count: 2 }]);
    expect(days).toEqual([
      { on: '2026-11-19', drafts: 430, unauthorized: 0, administrative: 0, overall: 2 },
      { on: '2026-11-20', drafts: 430, unauthorized: 0, administrative: 0, overall: 2 },
      { on: '2026-11-21', drafts: 35, unauthorized: 0, administrative: 0, overall: 0 },
    ]);
  });

  it('count every code in all returns, and a code of a kind in that too', () => {
    const on = through;
    const returns = ['R01', 'R02', 'R10', 'R10'].map((code) => ({ on, code, count: 1 }));
    expect(rateDays({ from: on, through: on }, [], returns)).toEqual([
      { on, drafts: 0, unauthorized: 2, administrative: 1, overall: 4 },
    ]);
  });
});
