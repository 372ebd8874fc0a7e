import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, day } from '#common/core/dates.ts';
import { addCents, cents, ZERO } from '#common/core/money.ts';
import type { ServicingRules } from '#common/institution/institution.ts';
import { loanState, servicingRules } from '#tests/builders/loan-states.ts';
import { accrueThrough, interestDue, movePrincipal, numeratorOf } from '#common/accounts/rules/interest.ts';
import { payoffOn } from './payoff.ts';
import { ledger } from './ledger-codes.ts';
import { feesOf, type LoanState } from './loan-state.ts';
import { applyPayment, type LoanPayment } from './payment-application.ts';
import { credit, debit } from './transfer.ts';
import { isOfWriteOff } from './write-off-lines.ts';
import { takePaymentBack } from './payment-reversal.ts';

const today = day('2026-11-21');

function payment(changes: Partial<LoanPayment> = {}): LoanPayment {
  return {
    effectiveOn: today,
    amountCents: cents(40_000),
    additionalPrincipalCents: ZERO,
    processingFeeCents: ZERO,
    clearing: ledger.achClearing,
    ...changes,
  };
}

const withFees = loanState({ lateChargesCents: cents(2_500), otherFeesCents: cents(1_500) });

describe('a payment', () => {
  test('recovers what it pays of principal and charges, and no interest, once a loan is charged off', () => {
    const chargedOff = { ...withFees, chargedOffOn: day('2026-11-10') };
    const ofWriteOff = (changes: Partial<LoanPayment>) =>
      applyPayment(chargedOff, payment(changes), servicingRules).postings.filter(isOfWriteOff);
    expect(ofWriteOff({})).toEqual([
      debit(ledger.chargedOffLoans, 1, cents(36_000)),
      credit(ledger.recoveries, 1, cents(36_000)),
    ]);
    // Of before the charge-off, and now applied again.
    expect(ofWriteOff({ isNoRecovery: true })).toEqual([]);
    expect(applyPayment(withFees, payment(), servicingRules).postings.filter(isOfWriteOff)).toEqual([]);
  });

  test('that pays interest alone recovers nothing', () => {
    const chargedOff = loanState({ chargedOffOn: day('2026-11-10') });
    const { postings } = applyPayment(chargedOff, payment({ amountCents: cents(4_000) }), servicingRules);
    expect(postings.filter(isOfWriteOff)).toEqual([]);
  });

  test('pays fees, then interest, then principal', () => {
    const { loan, allocation } = applyPayment(withFees, payment(), servicingRules);
    expect(allocation).toEqual({ feesCents: 4_000, interestCents: 4_000, principalCents: 32_000 });
    expect(loan).toMatchObject({
      principalCents: 968_000,
      lateChargesCents: 0,
      otherFeesCents: 0,
      accruedThrough: today,
    });
    expect(interestDue(loan, today)).toBe(0);
  });

  test("follows the institution's order", () => {
    const rules: ServicingRules = { ...servicingRules, allocationOrder: ['interest', 'principal', 'fees'] };
    const { allocation } = applyPayment(withFees, payment(), rules);
    expect(allocation).toEqual({ feesCents: 0, interestCents: 4_000, principalCents: 36_000 });
  });

  test('below the accrued interest leaves the rest owed, without interest on interest', () => {
    const { loan } = applyPayment(loanState(), payment({ amountCents: cents(1_000) }), servicingRules);
    expect(loan.principalCents).toBe(1_000_000);
    expect(interestDue(loan, addDays(today, 10))).toBe(3_000 + 2_000);
  });

  test('pays late charges before other fees', () => {
    const { loan } = applyPayment(withFees, payment({ amountCents: cents(3_000) }), servicingRules);
    expect(loan).toMatchObject({ lateChargesCents: 0, otherFeesCents: 1_000 });
  });

  test('applies additional principal only to principal and moves no due day with it', () => {
    const paying = payment({ amountCents: cents(10_000), additionalPrincipalCents: cents(90_000) });
    const { loan, allocation } = applyPayment(loanState(), paying, servicingRules);
    expect(allocation.principalCents).toBe(6_000 + 90_000);
    expect(loan).toMatchObject({ nextDueOn: '2026-12-01', partialPaidCents: 10_000 });
  });

  test('of the payoff ends the loan', () => {
    const { loan } = applyPayment(withFees, payment({ amountCents: payoffOn(withFees, today) }), servicingRules);
    expect(payoffOn(loan, addDays(today, 400))).toBe(0);
  });

  test('above the payoff keeps the rest for a refund', () => {
    const over = payment({ amountCents: addCents(payoffOn(withFees, today), cents(777)) });
    const { loan, postings } = applyPayment(withFees, over, servicingRules);
    expect(loan.principalCents).toBe(0);
    expect(postings).toContainEqual({
      ledgerCode: ledger.overpayments,
      accountId: withFees.accountId,
      amountCents: -777,
    });
  });

  test('books the portal fee as income of the institution, never on the loan', () => {
    const plain = applyPayment(loanState(), payment(), servicingRules);
    const { loan, postings } = applyPayment(loanState(), payment({ processingFeeCents: cents(200) }), servicingRules);
    expect(loan).toEqual(plain.loan);
    expect(postings).toContainEqual({ ledgerCode: ledger.processingFeeIncome, accountId: null, amountCents: -200 });
    expect(postings).toContainEqual({ ledgerCode: ledger.achClearing, accountId: null, amountCents: 40_200 });
  });

  test('booked late counts from its own day', () => {
    const inTime = applyPayment(loanState(), payment({ effectiveOn: day('2026-11-10') }), servicingRules);
    const later = loanState({ accruedThrough: today, accruedNumerator: 4_000n * 365_000_000n });
    const late = applyPayment(later, payment({ effectiveOn: day('2026-11-10') }), servicingRules);
    const owed = (loan: LoanState) => payoffOn(loan, day('2026-12-31'));
    expect([owed(inTime.loan), owed(late.loan)]).toEqual([971_610, 971_610]);
  });
});

describe('the next installment', () => {
  const late = loanState({ nextDueOn: day('2026-11-01'), lateChargesCents: cents(2_500) });

  test('is not short because a late charge took part of the payment (16 CFR 444.4)', () => {
    const { loan, countedCents } = applyPayment(late, payment({ amountCents: cents(40_000) }), servicingRules);
    expect(loan).toMatchObject({ nextDueOn: '2026-12-01', partialPaidCents: 0, lateChargesCents: 0 });
    // A reversal takes back the whole installment; the overpaid part doesn't count.
    expect(countedCents).toBe(40_000);
    const partly = { ...late, partialPaidCents: cents(1_000) };
    const completed = applyPayment(partly, payment({ amountCents: cents(40_000) }), servicingRules);
    expect(completed.loan).toMatchObject({ nextDueOn: '2026-12-01', partialPaidCents: 0 });
    expect(completed.countedCents).toBe(39_000);
  });

  test('is partly unpaid if the payment itself was short', () => {
    const { loan } = applyPayment(late, payment({ amountCents: cents(39_999) }), servicingRules);
    expect(loan).toMatchObject({ nextDueOn: '2026-11-01', partialPaidCents: 37_499 });
  });

  test('gets no part of the fee when the whole amount due is paid', () => {
    const { loan } = applyPayment(late, payment({ amountCents: cents(42_500) }), servicingRules);
    expect(loan).toMatchObject({ nextDueOn: '2026-12-01', partialPaidCents: 0 });
  });
});

const anyLoan = fc.record({
  principalCents: fc.integer({ min: 1, max: 5_000_000 }).map(cents),
  lateChargesCents: fc.integer({ min: 0, max: 10_000 }).map(cents),
  otherFeesCents: fc.integer({ min: 0, max: 10_000 }).map(cents),
  partialPaidCents: fc.integer({ min: 0, max: 39_999 }).map(cents),
  nextDueOn: fc.constantFrom('2026-08-01', '2026-11-01', '2026-12-01').map(day),
});
const anyPayment = fc.record({
  amountCents: fc.integer({ min: 1, max: 6_000_000 }).map(cents),
  additionalPrincipalCents: fc.integer({ min: 0, max: 100_000 }).map(cents),
  processingFeeCents: fc.integer({ min: 0, max: 500 }).map(cents),
});

test('debits equal credits, and the loan moves by its postings', () => {
  fc.assert(
    fc.property(anyLoan, anyPayment, (changes, paid) => {
      const before = loanState(changes);
      const { loan, postings } = applyPayment(before, payment(paid), servicingRules);
      expect(addCents(...postings.map((line) => line.amountCents))).toBe(0);
      const posted = (code: number) =>
        addCents(...postings.filter((line) => line.ledgerCode === code).map((line) => line.amountCents));
      expect(loan.principalCents).toBe(before.principalCents + posted(ledger.loanPrincipal));
      expect(loan.lateChargesCents).toBe(before.lateChargesCents + posted(ledger.lateCharges));
      expect(loan.otherFeesCents).toBe(before.otherFeesCents + posted(ledger.otherFees));
      expect(interestDue(loan, today)).toBe(interestDue(before, today) + posted(ledger.interestIncome));
      expect(Math.min(loan.principalCents, loan.lateChargesCents, loan.otherFeesCents)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('a reversed payment leaves the loan as if it had never been made', () => {
  fc.assert(
    fc.property(anyLoan, anyPayment, fc.integer({ min: 0, max: 60 }), (changes, paid, daysLater) => {
      const before = loanState(changes);
      const applied = applyPayment(before, payment(paid), servicingRules);
      const returnedOn = addDays(today, daysLater);
      const onBooks = { effectiveOn: today, countedCents: applied.countedCents, postings: applied.postings };
      const { loan, postings } = takePaymentBack(applied.loan, onBooks, returnedOn);
      expect(addCents(...postings.map((line) => line.amountCents))).toBe(0);
      expect(loan).toMatchObject({
        principalCents: before.principalCents,
        lateChargesCents: before.lateChargesCents,
        otherFeesCents: before.otherFeesCents,
        nextDueOn: before.nextDueOn,
        partialPaidCents: before.partialPaidCents,
      });
      expect(payoffOn(loan, addDays(returnedOn, 30))).toBe(payoffOn(before, addDays(returnedOn, 30)));
    }),
  );
});

test('reversing a payment after another keeps the effect of the other', () => {
  fc.assert(
    fc.property(
      anyLoan,
      anyPayment,
      anyPayment,
      fc.integer({ min: 0, max: 40 }),
      (changes, paid, paidLater, daysLater) => {
        const before = loanState(changes);
        const laterOn = addDays(today, daysLater);
        const first = applyPayment(before, payment(paid), servicingRules);
        const second = applyPayment(first.loan, payment({ ...paidLater, effectiveOn: laterOn }), servicingRules);
        const onBooks = { effectiveOn: today, countedCents: first.countedCents, postings: first.postings };
        const { loan } = takePaymentBack(second.loan, onBooks, addDays(laterOn, 5));
        const { principalCents, interestCents, feesCents } = second.allocation;
        const alone = movePrincipal(before, cents(principalCents * -1), laterOn);
        const expected = { ...alone, accruedNumerator: alone.accruedNumerator - numeratorOf(interestCents) };
        const on = addDays(laterOn, 90);
        expect(loan.principalCents).toBe(expected.principalCents);
        expect(accrueThrough(loan, on).accruedNumerator).toBe(accrueThrough(expected, on).accruedNumerator);
        expect(feesOf(loan)).toBe(feesOf(before) - feesCents);
      },
    ),
  );
});
