import { expect, test } from 'vitest';
import { cents } from '#common/core/money.ts';
import { breakdownOf, type PaymentPart } from './breakdown.ts';
import { confirmedBreakdownOf } from './confirmed-breakdown.ts';

test.each<[amount: number, principal: number, fee: number, parts: [PaymentPart, number][], total: number]>([
  [10_000, 0, 0, [['amount', 10_000]], 10_000],
  [
    10_000,
    0,
    300,
    [
      ['amount', 10_000],
      ['fee', 300],
    ],
    10_300,
  ],
  [
    10_000,
    2_500,
    0,
    [
      ['amount', 10_000],
      ['additionalPrincipal', 2_500],
    ],
    12_500,
  ],
  [
    10_000,
    2_500,
    300,
    [
      ['amount', 10_000],
      ['additionalPrincipal', 2_500],
      ['fee', 300],
    ],
    12_800,
  ],
  [0, 2_500, 0, [['principalOnly', 2_500]], 2_500],
  [
    0,
    2_500,
    300,
    [
      ['principalOnly', 2_500],
      ['fee', 300],
    ],
    2_800,
  ],
  [0, 0, 300, [['fee', 300]], 300],
])('%i cents, %i to principal and a fee of %i', (amount, principal, fee, parts, total) => {
  const amounts = { amountCents: cents(amount), additionalPrincipalCents: cents(principal), feeCents: cents(fee) };
  const found = breakdownOf(amounts);
  expect(found.parts.map(({ part, cents: of }) => [part, of])).toEqual(parts);
  expect(found.totalCents).toBe(total);
});

test('a confirmation names a fee of zero', () => {
  const amounts = { amountCents: cents(10_000), additionalPrincipalCents: cents(0), feeCents: cents(0) };
  expect(confirmedBreakdownOf(amounts).parts).toEqual([
    { part: 'amount', cents: 10_000 },
    { part: 'fee', cents: 0 },
  ]);
});
