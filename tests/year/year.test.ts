import { describe, expect, test } from 'vitest';
import { liveAYear } from './live-a-year.ts';

/** `npm run year -- 1000` lives a thousand years; `npm run year -- 1 4711` repeats the one with seed 4711. */
const count = Number(process.env['PASSBOOK_YEARS'] ?? 2);
const firstSeed = Number(process.env['PASSBOOK_YEAR_SEED'] ?? 1);
const seeds = Array.from({ length: count }, (_, index) => firstSeed + index);

describe('a year of the institution', () => {
  test.each(seeds)('equals its independent replay to the cent, seed %i', { timeout: 900_000 }, async (seed) => {
    expect(await liveAYear(seed, { loans: 3, activity: 0.35 })).toEqual([]);
  });
});
