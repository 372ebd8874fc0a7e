import { describe, expect, test } from 'vitest';
import { cents } from '../../core/money.ts';
import { isPart, isPartlyRefunded, paymentIdOfRefund, remainingOf } from './partial-refund.ts';

const paid = { amountCents: cents(10_000), additionalPrincipalCents: cents(2_000), feesCents: cents(150) };

describe('what is left of a payment', () => {
  test.each([
    [0, [10_000, 2_000, 150, 12_150]],
    [1_999, [10_000, 1, 150, 10_151]],
    [2_000, [10_000, 0, 150, 10_150]],
    [2_001, [9_999, 0, 150, 10_149]],
    [12_000, [0, 0, 150, 150]],
    [12_149, [0, 0, 1, 1]],
  ])('after a refund of %d cents is %j', (refunded, left) => {
    const { amountCents, additionalPrincipalCents, feesCents, totalCents } = remainingOf(paid, cents(refunded));
    expect([amountCents, additionalPrincipalCents, feesCents, totalCents]).toEqual(left);
  });
});

test.each([
  [0, false],
  [-1, false],
  [1, true],
  [99, true],
  [100, false],
  [101, false],
])('%d of 100 is a part: %s', (amount, is) => {
  expect(isPart(cents(amount), cents(100))).toBe(is);
});

test('the books know a payment that was refunded in part', () => {
  expect(isPartlyRefunded(paymentIdOfRefund('1'))).toBe(true);
  expect([isPartlyRefunded('1'), isPartlyRefunded(null)]).toEqual([false, false]);
});
