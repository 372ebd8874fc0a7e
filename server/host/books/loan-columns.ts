import type { LoanState } from './loan-state.ts';
import type { NewLoan } from './write-books.queries.ts';

/** Holds that staff place; those that a core's files bring are kept with the opening. */
export const noHolds = {
  locked_for_payoff: false,
  in_dispute: false,
  only_immediate_payments: false,
  online_blocked: false,
  ach_blocked: false,
  card_blocked: false,
  recurring_blocked: false,
  history_blocked: false,
} satisfies Partial<NewLoan>;

export function loanColumns(loan: LoanState) {
  return {
    account_id: loan.accountId,
    credit_limit_cents: loan.creditLimitCents,
    maturity_on: loan.maturityOn,
    billing_frequency: loan.billingFrequency,
    installment_cents: loan.installmentCents,
    due_day: loan.dueDay,
    next_due_on: loan.nextDueOn,
    partial_paid_cents: loan.partialPaidCents,
    principal_cents: loan.principalCents,
    late_charges_cents: loan.lateChargesCents,
    other_fees_cents: loan.otherFeesCents,
    accrued_through: loan.accruedThrough,
    accrued_numerator: String(loan.accruedNumerator),
    late_charge_for: loan.lateChargeFor,
    loan_type: loan.loanType,
  } satisfies Partial<NewLoan>;
}
