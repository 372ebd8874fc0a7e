import { describe, expect, test } from 'vitest';
import { cents } from '../../core/money.ts';
import { creditRatingOf, historyProfile, statusOfRating } from './credit-status.ts';

describe('a rating', () => {
  test.each([
    [-5, '0', '11'],
    [0, '0', '11'],
    [29, '0', '11'],
    [30, '1', '71'],
    [59, '1', '71'],
    [60, '2', '78'],
    [89, '2', '78'],
    [90, '3', '80'],
    [119, '3', '80'],
    [120, '4', '82'],
    [149, '4', '82'],
    [150, '5', '83'],
    [179, '5', '83'],
    [180, '6', '84'],
    [2_000, '6', '84'],
  ] as const)('of %i days late is %s, and the status %s', (daysLate, rating, status) => {
    expect(creditRatingOf(daysLate)).toBe(rating);
    expect(statusOfRating[creditRatingOf(daysLate)]).toBe(status);
  });
});

describe('a payment history', () => {
  const owed = (daysLate: number) => ({ daysLate, balanceCents: cents(1) });

  test('has 24 months, newest first, and B before the loan was on the books', () => {
    expect(historyProfile([])).toBe('B'.repeat(24));
    expect(historyProfile([owed(0), owed(31), owed(200)])).toBe(`016${'B'.repeat(21)}`);
    expect(historyProfile(Array.from({ length: 30 }, () => owed(0)))).toBe('0'.repeat(24));
  });

  test('says E of a month that owed nothing', () => {
    expect(historyProfile([{ daysLate: 0, balanceCents: cents(0) }, owed(0)]).slice(0, 3)).toBe('E0B');
  });
});
