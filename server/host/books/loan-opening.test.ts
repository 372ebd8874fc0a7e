import { describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import { feesOfYear, interestOfYear, type LoanOpening, paidBeforeBooks } from './loan-opening.ts';

/** Came on the books on June 30, 2026, with $30.00 of interest and $4.00 of fees that year, $50.00 the year before. */
const opening: LoanOpening = {
  beganOn: day('2026-06-20'),
  figuresOn: day('2026-06-30'),
  comesFromFiles: false,
  interestThisYearCents: cents(3_000),
  interestLastYearCents: cents(5_000),
  feesThisYearCents: cents(400),
  paid: null,
  lastPayment: null,
};
const unknown = { ...opening, interestThisYearCents: null, interestLastYearCents: null, feesThisYearCents: null };
const onBooks = cents(100);

describe('the interest paid in', () => {
  test.each([
    ['a year of a loan that began here', undefined, 2026, 100],
    ['the year it came, with what was paid before', opening, 2026, 3_100],
    ['the year before', opening, 2025, 5_100],
    ['two years before is unknown', opening, 2024, null],
    ['a later year', opening, 2027, 100],
    ['the year it came is unknown without the figure', unknown, 2026, null],
    ['the year before is unknown without the figure', unknown, 2025, null],
    ['a later year, also without any figure', unknown, 2027, 100],
  ])('%s', (_title, known, year, expected) => {
    expect(interestOfYear(known, year, onBooks)).toBe(expected);
  });
});

describe('the fees charged in', () => {
  test.each([
    ['a year of a loan that began here', undefined, 2026, 100],
    ['the year it came, with those before', opening, 2026, 500],
    ['the year before are unknown', opening, 2025, null],
    ['a later year', opening, 2027, 100],
    ['the year it came are unknown without the figure', unknown, 2026, null],
  ])('%s', (_title, known, year, expected) => {
    expect(feesOfYear(known, year, onBooks)).toBe(expected);
  });
});

describe('what was paid before the books', () => {
  test.each([
    ['is nothing on a loan that began here', undefined, 2026, null],
    ['counts through the day of the figures', opening, 2026, { until: '2026-06-30', interestCents: 3_000 }],
    ['is nothing in a later year', opening, 2027, null],
    ['is not told where it is unknown', unknown, 2026, null],
  ])('%s', (_title, known, year, expected) => {
    expect(paidBeforeBooks(known, year)).toEqual(expected);
  });
});
