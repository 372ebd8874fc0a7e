import { day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { ratePpm } from '#common/core/rates.ts';
import type { ServicingRules } from '#common/institution/institution.ts';
import type { LoanState } from '#server/host/books/loan-state.ts';

/**
 * A current loan of $10,000.00 at 7.30% ($2.00 of interest a day), due on the 1st; tests change one thing at a time.
 */
export function loanState(changes: Partial<LoanState> = {}): LoanState {
  return {
    accountId: 1,
    kind: 'loan',
    rate: ratePpm(73_000),
    billingFrequency: 'Monthly',
    installmentCents: cents(40_000),
    dueDay: 1,
    formerSchedules: [],
    formerTerms: [],
    maturityOn: day('2029-01-01'),
    creditLimitCents: ZERO,
    nextDueOn: day('2026-12-01'),
    partialPaidCents: ZERO,
    principalCents: cents(1_000_000),
    lateChargesCents: ZERO,
    otherFeesCents: ZERO,
    accruedThrough: day('2026-11-01'),
    accruedNumerator: 0n,
    lateChargeFor: null,
    chargedOffOn: null,
    loanType: '',
    ...changes,
  };
}

/** A line of credit of $5,000.00 with a zero balance, billed on the 20th. */
export function lineState(changes: Partial<LoanState> = {}): LoanState {
  return loanState({
    kind: 'lineOfCredit',
    installmentCents: cents(7_500),
    dueDay: 20,
    maturityOn: null,
    creditLimitCents: cents(500_000),
    nextDueOn: null,
    principalCents: ZERO,
    ...changes,
  });
}

export const servicingRules: ServicingRules = {
  allocationOrder: ['fees', 'interest', 'principal'],
  lateCharge: {
    flatCents: cents(2_500),
    percent: null,
    take: 'lesser',
    maximumCents: null,
    graceDays: 10,
    leastShortageCents: ZERO,
    afterMaturity: false,
    exceptHoldCodes: ['BKR'],
    exceptInDispute: true,
  },
  lateChargeByLoanType: {},
  delinquentAfterDays: 30,
};
