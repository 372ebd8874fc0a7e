import type { Day } from '#common/core/dates.ts';
import { addCents, type Cents } from '#common/core/money.ts';
import type { RatePpm } from '#common/core/rates.ts';
import type { PayableKind } from '#common/accounts/rules/account.ts';
import type { BillingFrequency } from '#common/payments/rules/payment-types.ts';

/** A loan or line of credit as the engine moves it: the agreement and where it stands. */
export interface LoanState {
  readonly accountId: number;
  readonly kind: PayableKind;
  readonly rate: RatePpm;
  readonly billingFrequency: BillingFrequency;
  /** What is billed each period; for a line of credit the least that must be paid. */
  readonly installmentCents: Cents;
  /** The agreed day of the month, 1 to 31, kept over shorter months. */
  readonly dueDay: number;
  readonly maturityOn: Day | null;
  /** What the institution calls this kind of loan, by which late charges are decided; may be empty. */
  readonly loanType: string;
  readonly creditLimitCents: Cents;

  /** The oldest installment not yet satisfied; nothing when nothing is owed. */
  readonly nextDueOn: Day | null;
  /** Already paid towards that installment. */
  readonly partialPaidCents: Cents;
  readonly principalCents: Cents;
  readonly lateChargesCents: Cents;
  readonly otherFeesCents: Cents;
  /** The day through which `accruedNumerator` counts. */
  readonly accruedThrough: Day;
  /** Unpaid interest in cents × ppm × days, see `interest.ts`. */
  readonly accruedNumerator: bigint;
  /** Due day of the newest installment a late charge was assessed for, or was decided not to be. */
  readonly lateChargeFor: Day | null;
}

export function feesOf(loan: Pick<LoanState, 'lateChargesCents' | 'otherFeesCents'>): Cents {
  return addCents(loan.lateChargesCents, loan.otherFeesCents);
}
