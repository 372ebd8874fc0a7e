import { describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import { chartBox } from '#web/ui/chart-scale.ts';
import { balanceByYear, drawBalances, type Point, readBalances, yearTicks } from './balance-chart.ts';

const today = day('2026-11-21');
const point = (on: string, dollars: number): Point => ({ on: day(on), principalCents: cents(dollars * 100) });

const balances = {
  past: [point('2024-11-21', 1_000), point('2025-06-01', 800), point('2026-11-01', 500)],
  scheduled: [point('2026-11-21', 500), point('2027-06-01', 200), point('2028-11-21', 0)],
  extra: [point('2026-11-21', 500), point('2027-06-01', 0)],
};

describe('the balance chart', () => {
  test('starts at the top left, ends at the bottom right, and has today in the middle', () => {
    const { past, scheduled, today: now, first, last, highestCents } = drawBalances(balances, today);
    expect(past.startsWith('6,6 ')).toBe(true);
    expect(scheduled.endsWith(` ${chartBox.width - 6},${chartBox.height - 6}`)).toBe(true);
    expect(now.x).toBeCloseTo(chartBox.width / 2, 0);
    expect(now.y).toBeCloseTo(chartBox.height / 2, 0);
    expect([first, last]).toEqual(['2024-11-21', '2028-11-21']);
    expect(highestCents).toBe(100_000);
  });

  test('continues from past to future without a gap', () => {
    const { past, scheduled, extra } = drawBalances(balances, today);
    expect(past.split(' ').at(-1)).toBe(scheduled.split(' ')[0]);
    expect(extra.split(' ')[0]).toBe(scheduled.split(' ')[0]);
  });

  test('has no line for extra payments without any', () => {
    expect(drawBalances({ ...balances, extra: null }, today).extra).toBe('');
  });

  test('of a debt that never ends stops after ten years', () => {
    const scheduled = [point('2026-11-21', 500), point('2036-11-01', 490), point('2040-01-01', 480)];
    expect(drawBalances({ ...balances, scheduled }, today).last).toBe('2036-11-01');
  });

  test('of an account without a balance is a line at the bottom', () => {
    const empty = { past: [], scheduled: [point('2026-11-21', 0)], extra: null };
    expect(drawBalances(empty, today).past).toBe(`6,${chartBox.height - 6}`);
  });
});

test('a row for every year shows the balance at its end', () => {
  expect(balanceByYear(balances, today)).toEqual([
    { year: 2024, scheduledCents: 100_000, extraCents: null },
    { year: 2025, scheduledCents: 80_000, extraCents: null },
    { year: 2026, scheduledCents: 50_000, extraCents: 50_000 },
    { year: 2027, scheduledCents: 20_000, extraCents: 0 },
    { year: 2028, scheduledCents: 0, extraCents: 0 },
  ]);
});

test('the years are marked, and of a long loan only some', () => {
  expect(yearTicks(day('2024-11-21'), day('2028-11-21'))).toEqual([
    '2025-01-01',
    '2026-01-01',
    '2027-01-01',
    '2028-01-01',
  ]);
  expect(yearTicks(day('2026-11-21'), day('2036-11-01'))).toHaveLength(5);
  expect(yearTicks(day('2026-02-01'), day('2026-11-01'))).toEqual([]);
});

test('a day reads as what was owed then, or will be owed with and without extra payments', () => {
  const at = (share: number) => readBalances(balances, today, day('2024-11-21'), day('2028-11-21'), share);
  expect(at(0)).toEqual({ on: '2024-11-21', cents: 100_000, extraCents: null });
  expect(at(0.25)).toMatchObject({ cents: 80_000, extraCents: null });
  expect(at(0.75)).toMatchObject({ cents: 20_000, extraCents: 0 });
  expect(at(2)).toEqual({ on: '2028-11-21', cents: 0, extraCents: 0 });
});
