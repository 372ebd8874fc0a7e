import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cents, cents } from '#common/core/money.ts';
import { allocatePayment, type AllocationOrder } from './allocation.ts';

const usual: AllocationOrder = ['fees', 'interest', 'principal'];
const orders: readonly AllocationOrder[] = [
  usual,
  ['fees', 'principal', 'interest'],
  ['interest', 'fees', 'principal'],
  ['interest', 'principal', 'fees'],
  ['principal', 'fees', 'interest'],
  ['principal', 'interest', 'fees'],
];
const owed = { feesCents: cents(2_500), interestCents: cents(3_115), principalCents: cents(100_000) };

describe('a payment goes to fees, then interest, then principal', () => {
  test.each([
    [0, 0, 0, 0],
    [2_499, 2_499, 0, 0],
    [2_500, 2_500, 0, 0],
    [2_501, 2_500, 1, 0],
    [5_615, 2_500, 3_115, 0],
    [5_616, 2_500, 3_115, 1],
    [105_615, 2_500, 3_115, 100_000],
    [105_616, 2_500, 3_115, 100_001],
  ])('%i cents are %i, %i and %i', (amount, feesCents, interestCents, principalCents) => {
    expect(allocatePayment(cents(amount), owed, usual)).toEqual({ feesCents, interestCents, principalCents });
  });
});

test.each<[AllocationOrder, number, number, number]>([
  [['interest', 'fees', 'principal'], 885, 3_115, 0],
  [['principal', 'interest', 'fees'], 0, 0, 4_000],
  [['interest', 'principal', 'fees'], 0, 3_115, 885],
])('the institution can choose the order %j', (order, feesCents, interestCents, principalCents) => {
  expect(allocatePayment(cents(4_000), owed, order)).toEqual({ feesCents, interestCents, principalCents });
});

test('an excess over everything owed goes to principal in every order', () => {
  for (const order of orders) {
    expect(allocatePayment(cents(110_000), owed, order).principalCents).toBe(104_385);
  }
});

test('a principal in credit takes nothing before the others', () => {
  const overpaid = { ...owed, principalCents: cents(-700) };
  expect(allocatePayment(cents(4_000), overpaid, ['principal', 'fees', 'interest'])).toEqual({
    feesCents: 2_500,
    interestCents: 1_500,
    principalCents: 0,
  });
});

test('a negative amount is refused', () => {
  expect(() => allocatePayment(cents(-1), owed, usual)).toThrow(RangeError);
});

test('the parts always add up to the amount, and fees and interest never exceed what is owed', () => {
  const anyOwed = fc.record({ feesCents: anyCents(), interestCents: anyCents(), principalCents: anyCents() });
  fc.assert(
    fc.property(anyCents(), anyOwed, fc.constantFrom(...orders), (amount, owedNow, order) => {
      const paid = allocatePayment(amount, owedNow, order);
      expect(paid.feesCents + paid.interestCents + paid.principalCents).toBe(amount);
      expect(paid.feesCents).toBeLessThanOrEqual(owedNow.feesCents);
      expect(paid.interestCents).toBeLessThanOrEqual(owedNow.interestCents);
      expect(Math.min(paid.feesCents, paid.interestCents, paid.principalCents)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('a part gets money only after the part before it is paid in full', () => {
  const part = { fees: 'feesCents', interest: 'interestCents', principal: 'principalCents' } as const;
  const anyOwed = fc.record({ feesCents: anyCents(), interestCents: anyCents(), principalCents: anyCents() });
  fc.assert(
    fc.property(anyOwed, fc.nat(2_000_000), fc.constantFrom(...orders), (owedNow, max, order) => {
      const all = owedNow.feesCents + owedNow.interestCents + owedNow.principalCents;
      const paid = allocatePayment(cents(Math.min(max, all)), owedNow, order);
      const [first, second, third] = order.map((name) => part[name]) as ['feesCents', 'feesCents', 'feesCents'];
      expect(paid[second] === 0 || paid[first] === owedNow[first]).toBe(true);
      expect(paid[third] === 0 || paid[second] === owedNow[second]).toBe(true);
    }),
  );
});

function anyCents(): fc.Arbitrary<Cents> {
  return fc.nat(1_000_000).map(cents);
}
