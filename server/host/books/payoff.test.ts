import { expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { loanState } from '#tests/builders/loan-states.ts';
import { quotePayoff } from './payoff.ts';

test("a payoff quote shows its parts, their sum and one more day's interest", () => {
  const loan = loanState({ lateChargesCents: cents(2_500), otherFeesCents: cents(1_500) });
  expect(quotePayoff(loan, day('2026-12-01'))).toEqual({
    on: '2026-12-01',
    principalCents: 1_000_000,
    interestCents: 6_000,
    lateChargesCents: 2_500,
    otherFeesCents: 1_500,
    totalCents: 1_010_000,
    perDiemCents: 200,
  });
});

test('a paid-off loan has no payoff quote', () => {
  expect(quotePayoff(loanState({ principalCents: ZERO }), day('2026-12-01'))).toBeUndefined();
});
