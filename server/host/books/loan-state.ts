import type { Day } from '#common/core/dates.ts';
import { addCents, type Cents } from '#common/core/money.ts';
import type { RatePpm } from '#common/core/rates.ts';
import type { PayableKind } from '#common/accounts/rules/account.ts';
import type { FormerTerms } from '#common/accounts/rules/agreed-terms.ts';
import type { FormerSchedule } from '#common/accounts/rules/billing-schedule.ts';
import type { BillingFrequency } from '#common/payments/rules/payment-types.ts';

/** The agreement and current figures of a loan or line of credit. */
export interface LoanState {
  readonly accountId: number;
  readonly kind: PayableKind;
  /** The newest one agreed; see `rateOn`. */
  readonly rate: RatePpm;
  /** Oldest first; the newest may still apply, when a change was agreed for a later day. */
  readonly formerTerms: readonly FormerTerms[];
  readonly billingFrequency: BillingFrequency;
  /** The newest one agreed, see `installmentOn`; for a line of credit, the minimum payment. */
  readonly installmentCents: Cents;
  /** The agreed day of the month, 1 to 31, kept across shorter months. */
  readonly dueDay: number;
  /** Oldest first; needed to go back to earlier installments. */
  readonly formerSchedules: readonly FormerSchedule[];
  readonly maturityOn: Day | null;
  /** The institution's name for this type of loan, which selects the late-charge policy; may be empty. */
  readonly loanType: string;
  readonly creditLimitCents: Cents;

  /** The oldest unpaid installment; null when nothing is owed. */
  readonly nextDueOn: Day | null;
  readonly partialPaidCents: Cents;
  readonly principalCents: Cents;
  readonly lateChargesCents: Cents;
  readonly otherFeesCents: Cents;
  /** `accruedNumerator` counts up to this day. */
  readonly accruedThrough: Day;
  /** Unpaid interest in cents × ppm × days, see `interest.ts`. */
  readonly accruedNumerator: bigint;
  /** The newest installment for which a late charge was assessed or waived. */
  readonly lateChargeFor: Day | null;
  /** Since when the institution no longer expects to be repaid; what is owed stays. */
  readonly chargedOffOn: Day | null;
}

export function feesOf(loan: Pick<LoanState, 'lateChargesCents' | 'otherFeesCents'>): Cents {
  return addCents(loan.lateChargesCents, loan.otherFeesCents);
}
