import { expect, it } from 'vitest';
import { day } from '#common/core/dates.ts';
import { dollarsToCents } from '#common/contract/wire-values.ts';
import { ALL_DAYS, completeMonths, monthTotals } from './month-totals.ts';

const entry = (on: string, amount: number) => ({ effectiveOn: day(on), totalCents: dollarsToCents(amount) });
const entries = [entry('2026-11-18', -316.74), entry('2026-11-17', 2_384.6), entry('2026-10-30', -20)];

it('what came in and what went out is added up to the cent', () => {
  expect(monthTotals([...entries, entry('2026-11-01', 0.1), entry('2026-11-01', 0.2)])).toEqual({
    inCents: 238_490,
    outCents: 33_674,
  });
  expect(monthTotals([])).toEqual({ inCents: 0, outCents: 0 });
});

it.each([
  ['all of them, if everything is loaded', false, ALL_DAYS, ['2026-11', '2026-10']],
  ["not the page's last month", true, ALL_DAYS, ['2026-11']],
  ['not the month in which the chosen days may begin', false, 30, ['2026-11']],
])('months are complete: %s', (_what, hasMore, days, months) => {
  expect([...completeMonths({ entries, hasMore, days })]).toEqual(months);
});
