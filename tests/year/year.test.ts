import { describe, expect, test } from 'vitest';
import { Happenings } from './happenings.ts';
import { liveAYear, type YearSize } from './live-a-year.ts';

/** `npm run year -- 1000` lives a thousand years in full; `npm run year -- 1 4711` repeats the one with seed 4711. */
const { PASSBOOK_YEARS: wanted, PASSBOOK_YEAR_SEED: firstSeed = '1' } = process.env;

/** Enough years for everything to happen in one of them. */
const TEN = 10;

const count = Number(wanted ?? TEN);
const size: YearSize =
  wanted === undefined
    ? { loans: 2, activity: 0.2, diligence: 0.25, closed: 0.6 }
    : { loans: 4, activity: 0.35, diligence: 1, closed: 0.02 };
const seeds = Array.from({ length: count }, (_, index) => Number(firstSeed) + index);

describe('a year of the institution', () => {
  const all = new Happenings();

  test.each(seeds)('equals its independent replay to the cent, seed %i', { timeout: 900_000 }, async (seed) => {
    const { differences, happenings } = await liveAYear(seed, size);
    all.add(happenings);
    expect(differences).toEqual([]);
  });

  test.runIf(count >= TEN)('has everything happen in one of them', () => {
    if (wanted !== undefined) console.table(all.counts);
    expect(all.missing).toEqual([]);
  });
});
