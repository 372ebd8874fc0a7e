import { describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { loanState, servicingRules } from '#tests/builders/loan-states.ts';
import { ledger } from '../ledger-codes.ts';
import { credit, debit, type Posting } from '../transfer.ts';
import { bringToPresent, type LaterMovement } from './pay-again.ts';

/** Owes $10,000.00 at $2.00 a day since November 1, and $400.00 on December 1. */
const ofFile = loanState();

function movement(countedCents: number, postings: readonly Posting[], changes: Partial<LaterMovement> = {}) {
  const common = { kind: 'payment', returnedOn: null, effectiveOn: day('2026-11-11') } as const;
  return { ...common, countedCents: cents(countedCents), postings, ...changes };
}

/** $520.00: $20.00 of interest and $500.00 of principal; $120.00 of it was additional. */
const withAdditional = [
  debit(ledger.achClearing, null, cents(52_200)),
  credit(ledger.interestIncome, 1, cents(2_000)),
  credit(ledger.loanPrincipal, 1, cents(50_000)),
  credit(ledger.processingFeeIncome, null, cents(200)),
];

describe("a payment that the core's file does not contain", () => {
  test('pays on the figures of the file as it did before', () => {
    const loan = bringToPresent(ofFile, [movement(40_000, withAdditional)], servicingRules);
    expect(loan).toMatchObject({
      principalCents: 950_000,
      nextDueOn: '2027-01-01',
      partialPaidCents: 0,
      accruedThrough: '2026-11-11',
      accruedNumerator: 0n,
    });
  });

  test('is split again if the file owes other interest', () => {
    // $1.00 a day: $10.00 of interest, $390.00 of principal, and the additional $120.00.
    const half = { ...ofFile, principalCents: cents(500_000) };
    const loan = bringToPresent(half, [movement(40_000, withAdditional)], servicingRules);
    expect(loan).toMatchObject({ principalCents: 449_000, nextDueOn: '2027-01-01', accruedNumerator: 0n });
  });

  test('pays fees again, and completes the installment that it completed before', () => {
    const postings = [
      debit(ledger.achClearing, null, cents(40_000)),
      credit(ledger.lateCharges, 1, cents(2_500)),
      credit(ledger.otherFees, 1, cents(500)),
      credit(ledger.interestIncome, 1, cents(2_000)),
      credit(ledger.loanPrincipal, 1, cents(35_000)),
    ];
    const charged = { ...ofFile, lateChargesCents: cents(2_500), otherFeesCents: cents(500) };
    expect(bringToPresent(charged, [movement(40_000, postings)], servicingRules)).toMatchObject({
      principalCents: 965_000,
      lateChargesCents: 0,
      otherFeesCents: 0,
      nextDueOn: '2027-01-01',
      partialPaidCents: 0,
    });
  });

  test('of additional principal only satisfies no installment', () => {
    const postings = [debit(ledger.achClearing, null, cents(10_000)), credit(ledger.loanPrincipal, 1, cents(10_000))];
    expect(bringToPresent(ofFile, [movement(0, postings)], servicingRules)).toMatchObject({
      principalCents: 990_000,
      nextDueOn: '2026-12-01',
      partialPaidCents: 0,
      accruedNumerator: BigInt(2_000 * 365) * 1_000_000n,
    });
  });
});

describe('a return that the file does not contain', () => {
  const paid = {
    ...ofFile,
    principalCents: cents(950_000),
    nextDueOn: day('2027-01-01'),
    accruedThrough: day('2026-11-11'),
  };

  test('makes everything owed again, with interest through the day of the return', () => {
    const returned = movement(40_000, withAdditional, { kind: 'return', returnedOn: day('2026-11-15') });
    expect(bringToPresent(paid, [returned], servicingRules)).toMatchObject({
      principalCents: 1_000_000,
      nextDueOn: '2026-12-01',
      accruedThrough: '2026-11-15',
      // Fourteen days of $2.00.
      accruedNumerator: BigInt(2_800 * 365) * 1_000_000n,
    });
  });

  test('of a payment after the file leaves the figures of the file', () => {
    const later = [
      movement(40_000, withAdditional),
      movement(40_000, withAdditional, { kind: 'return', returnedOn: day('2026-11-11') }),
    ];
    expect(bringToPresent(ofFile, later, servicingRules)).toEqual({
      ...ofFile,
      accruedThrough: '2026-11-11',
      accruedNumerator: BigInt(2_000 * 365) * 1_000_000n,
    });
  });
});

test('without later movements, a loan stays as the file says', () => {
  expect(bringToPresent({ ...ofFile, lateChargesCents: ZERO }, [], servicingRules)).toEqual(ofFile);
});
