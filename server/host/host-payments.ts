import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { Allocation } from '#common/payments/rules/payment-types.ts';

export interface PaymentPosting {
  readonly paymentId: string;
  readonly accountNumber: string;
  /** The day the payment counts from; posting may be later. */
  readonly effectiveOn: Day;
  readonly postedAt: Temporal.Instant;
  readonly amountCents: Cents;
  readonly additionalPrincipalCents: Cents;
  /** Portal fees, booked as income of the institution, never on the loan. */
  readonly processingFeeCents: Cents;
  readonly method: 'Card' | 'ACH';
}

export interface ProjectedPayment extends Pick<
  PaymentPosting,
  'accountNumber' | 'effectiveOn' | 'amountCents' | 'additionalPrincipalCents'
> {
  /** The day for `payoffAfterCents`; by default the payment day. */
  readonly payoffOn?: Day;
}

export interface PaymentProjection {
  /** Principal includes the additional principal. */
  readonly allocation: Allocation;
  readonly principalAfterCents: Cents;
  /** The payoff after the payment, on `payoffOn`. */
  readonly payoffAfterCents: Cents;
  readonly nextDueOn: Day | null;
}

export interface PostedPayment {
  readonly transferId: string;
  readonly allocation: Allocation;
  readonly principalAfterCents: Cents;
  /** The next due day as of this answer; null when nothing is owed. */
  readonly nextDueOn: Day | null;
}

export interface PaymentReversal {
  readonly paymentId: string;
  /** The day of the reversal; interest counts as if the payment had never been made. */
  readonly effectiveOn: Day;
  readonly postedAt: Temporal.Instant;
  /**
   * Charged to the loan with the reversal, once, because a bank returned the payment; only for a loan that takes it, see
   * `HostLoan.takesReturnFee`.
   */
  readonly returnFeeCents?: Cents;
}

export interface AppliedOfKept {
  /** The overpayment of other payments that was applied because the loan owes again. The customer must be told. */
  readonly keptApplied?: MoneyOnLoan | undefined;
  /** Left over from payments for a draw that was taken back. The customer must be told. */
  readonly leftOver?: MoneyOnLoan | undefined;
}

export interface ReversedPayment extends AppliedOfKept {
  readonly transferId: string;
  /** With what other payments had left over and was applied. */
  readonly principalAfterCents: Cents;
}

export interface MoneyOnLoan {
  readonly customerId: string;
  readonly accountNumber: string;
  readonly amountCents: Cents;
}

export interface LateCharge {
  readonly chargeId: string;
  /** Missing for a late charge. */
  readonly kind?: ChargeKind;
  readonly chargedOn: Day;
  readonly amountCents: Cents;
  /** Still owed in full, so it can be taken back. */
  readonly owed: boolean;
}

export type ChargeKind = 'late' | 'returnedPayment';

/** Money of payments that settled, or of returned drafts. */
export interface ClearingSettlement {
  readonly key: string;
  readonly description: string;
  readonly method: 'Card' | 'ACH';
  readonly direction: 'in' | 'out';
  readonly amountCents: Cents;
  readonly effectiveOn: Day;
  readonly postedAt: Temporal.Instant;
}

/** A posted payment, for the comparison with its draft or charge. */
export interface PostingRecord {
  readonly paymentId: string;
  readonly method: 'Card' | 'ACH';
  /** Amount, additional principal and fees, without a part that was refunded. */
  readonly totalCents: Cents;
  readonly reversed: boolean;
}
