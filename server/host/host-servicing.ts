import type { LoanHold } from '#common/accounts/rules/loan-holds.ts';
import type { ChargeOff, ChargeOffObstacle, ReversalObstacle } from '#common/accounts/rules/charge-off.ts';
import type { DrawObstacle } from '#common/accounts/rules/line-draw.ts';
import type { LienRelease, LienState } from '#common/accounts/rules/lien-release.ts';
import type { PayoutMeans } from '#common/payments/rules/payout.ts';
import type { ReceivedMeans } from '#common/payments/rules/received-payment.ts';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { Allocation } from '#common/payments/rules/payment-types.ts';
import type {
  Deferral,
  DeferralPlan,
  DeferralProjection,
  DueDayChange,
  DueDayPlan,
  DueDayProjection,
  RateChange,
  RatePlan,
  RateProjection,
  TermsChange,
} from './host-loan-terms.ts';
import type { AppliedOfKept, LateCharge, PaymentPosting } from './host-payments.ts';

/** Changes to a loan that staff make at the desk. */
export interface HostServicing {
  /** Returns what {@link receivePayment} would do; undefined if the account is not the customer's loan. */
  projectReceived(plan: ReceivedPlan): Promise<ReceivedProjection | undefined>;

  /**
   * Posts money that staff received outside the portal, as of the day it was received: it pays what was owed then, and
   * payments of later days are applied again after it. The same `paymentId` again changes nothing.
   * @throws HostRefused if the account is not a loan
   */
  receivePayment(posting: ReceivedPosting): Promise<void>;

  /**
   * Returns what moving a payment to another loan would do; undefined if the payment isn't on the loan it is to leave, or
   * the other account is not a loan.
   */
  projectMove(move: PaymentMove): Promise<MoveProjection | undefined>;

  /**
   * Moves a payment to another loan: reverses it where it is, takes back the late charges, and posts it there as of its
   * own day. All of it or nothing; the same `moveId` again changes nothing and gives the same answer. Afterwards `reversePayment` reverses the
   * payment where it is.
   * @throws HostRefused if the payment isn't on the loan it is to leave, or the other account is not a loan
   */
  movePayment(move: PaymentMove): Promise<AppliedOfKept>;

  /**
   * Posts that a part of a payment went back to the customer: on the loan it counts with the rest, as of its own day. The
   * same `refundId` again changes nothing and gives the same answer. Afterwards `reversePayment` and `movePayment` are about the rest.
   * @throws HostRefused if the payment is on no loan, or the rest isn't less than what counts
   */
  refundPart(refund: PartialRefund): Promise<AppliedOfKept>;

  /**
   * Returns what a customer paid on a loan beyond the debt and has not got back; below zero if more went back than
   * came, as after a check that bounced. Undefined if the account is not the customer's loan.
   */
  findOverpaid(customerId: string, accountNumber: string): Promise<Cents | undefined>;

  /**
   * Returns whether the loan would keep money of a payout that is reversed, as it owes again what that money would have
   * paid. Undefined if the account is not the customer's loan.
   */
  wouldPayLoan(payout: PostedPayout): Promise<boolean | undefined>;

  /** Loans with such money, above or below zero, oldest first. */
  listOverpaid(limit: number): Promise<readonly OverpaidLoan[]>;

  /**
   * Posts that an overpayment, or a part of it, went back to the customer. The same `paymentId` again changes nothing.
   * @throws HostRefused if the account is not a loan, or less was overpaid
   */
  payOutOverpayment(posting: PayoutPosting): Promise<void>;

  /**
   * Replaces the holds on a loan. Idempotent.
   * @throws HostRefused if the account is not a loan
   */
  changeHolds(change: LoanHoldsChange): Promise<void>;

  /**
   * Sets the hold code of a loan, or with an empty one lifts it. Idempotent.
   * @throws HostRefused if the account is not a loan
   */
  changeHoldCode(change: HoldCodeChange): Promise<void>;

  /** Returns the due dates of a loan, and those after a change; undefined if the account is not the customer's loan. */
  projectDueDay(plan: DueDayPlan): Promise<DueDayProjection | undefined>;

  /**
   * Moves the oldest unpaid installment, which is not due yet, to the first such day on or after its own, and all later
   * ones with it. The same `paymentId` again changes nothing.
   * @throws HostRefused if the account is not a loan, or its due day can't change
   */
  changeDueDay(change: DueDayChange): Promise<void>;

  /** Returns what a deferral would do; undefined if the account is not the customer's loan. */
  projectDeferral(plan: DeferralPlan): Promise<DeferralProjection | undefined>;

  /**
   * Moves the oldest unpaid installment by some installments, and all later ones and the maturity with it. Interest
   * goes on. The same `paymentId` again changes nothing.
   * @throws HostRefused if the account is not a loan, or is closed or held, or owes nothing
   */
  deferInstallments(change: Deferral): Promise<void>;

  /** Returns the rate of a loan, and what a change would do; undefined if the account is not the customer's loan. */
  projectRate(plan: RatePlan): Promise<RateProjection | undefined>;

  /**
   * Changes the rate of a loan from a day on, which is not over, and with `newPayment` its installment. The same
   * `paymentId` again changes nothing.
   * @throws HostRefused if the account is not a loan, or its rate can't change
   */
  changeRate(change: RateChange): Promise<void>;

  /**
   * Takes back the newest agreed change of the rate before its first day, as if it had never been made. The same
   * `paymentId` again changes nothing.
   * @throws HostRefused if the account is not a loan, or no change can be withdrawn
   */
  withdrawRate(change: TermsChange): Promise<void>;

  /** Returns what a charge-off would do, or what it did; undefined if the account is not the customer's loan. */
  projectChargeOff(query: ChargeOffQuery): Promise<ChargeOffProjection | undefined>;

  /**
   * Charges a loan off: what is owed is a loss in the ledger, and no installment is due anymore. The customer still owes
   * it, but no further interest or late charge. What is paid afterwards is a recovery. The same `paymentId` again changes
   * nothing.
   * @throws HostRefused if the account is not a loan, or can't be charged off
   */
  chargeOff(change: TermsChange): Promise<void>;

  /**
   * Takes a charge-off back, also after recoveries; its days stay without interest and late charges. The same
   * `paymentId` again changes nothing.
   * @throws HostRefused if the account is not a loan, or is not charged off
   */
  reverseChargeOff(change: TermsChange): Promise<void>;

  /** Returns what can be drawn on a line of credit; undefined if the account is not the customer's loan or line. */
  projectDraw(query: DrawQuery): Promise<DrawProjection | undefined>;

  /**
   * Posts a draw on a line of credit, which earns interest from its day on. The same `paymentId` again changes nothing.
   * Afterwards `reversePayment` takes it back as of that day, as if it had never been drawn.
   * @throws HostRefused if the account is not a line of credit, is held, or has less available
   */
  drawOnLine(posting: PayoutPosting): Promise<void>;

  /** Returns whether the lien of a loan can be released; undefined if the account is not the customer's loan. */
  findLien(loan: LienQuery): Promise<LienState | undefined>;

  /**
   * Lists loans of some types that were paid off and wait for the release of the lien, the longest paid off first, and
   * all loans of any type that owe again after it.
   */
  listLiens(query: LiensQuery): Promise<LiensToDo>;

  /**
   * Records that the lien of a loan was released. The same `paymentId` again changes nothing.
   * @throws HostRefused if the account is not a loan, owes something, or was released already
   */
  recordLienRelease(change: LienChange): Promise<void>;

  /**
   * Takes a recorded release back. The same `paymentId` again changes nothing.
   * @throws HostRefused if the account is not a loan, or no release is recorded
   */
  withdrawLienRelease(change: TermsChange): Promise<void>;
}

export interface DrawQuery {
  readonly customerId: string;
  readonly accountNumber: string;
}

export interface DrawProjection {
  readonly limitCents: Cents;
  readonly principalCents: Cents;
  readonly availableCents: Cents;
  /** Why nothing can be drawn, or null. */
  readonly obstacle: DrawObstacle | null;
}

export interface ChargeOffQuery {
  readonly customerId: string;
  readonly accountNumber: string;
  readonly on: Day;
}

export interface ChargeOffProjection {
  readonly principalCents: Cents;
  readonly interestCents: Cents;
  readonly feesCents: Cents;
  /** Why it can't be charged off, or null. */
  readonly obstacle: ChargeOffObstacle | null;
  readonly chargedOff: ChargeOff | null;
  /** Principal and charges that were paid since. */
  readonly recoveredCents: Cents;
  /** Why a charge-off can't be reversed, or null. */
  readonly reversalObstacle: ReversalObstacle | null;
}

export interface LienQuery {
  readonly customerId: string;
  readonly accountNumber: string;
  readonly on: Day;
}

export interface LiensQuery {
  readonly loanTypes: readonly string[];
  readonly on: Day;
  /** Of the loans that wait. */
  readonly limit: number;
}

export interface LiensToDo {
  readonly owingAgain: readonly LienOfLoan[];
  readonly waiting: readonly LienOfLoan[];
  /** Also of those beyond the limit. */
  readonly waitingCount: number;
}

export interface LienOfLoan extends LienState {
  readonly customerId: string;
  readonly accountNumber: string;
  readonly description: string;
}

export interface LienChange extends TermsChange, LienRelease {}

export interface HoldCodeChange {
  readonly accountNumber: string;
  readonly holdCode: string;
}

export interface LoanHoldsChange {
  readonly accountNumber: string;
  /** All that are in place afterwards. */
  readonly holds: readonly LoanHold[];
}

export interface ReceivedPosting extends Pick<
  PaymentPosting,
  'paymentId' | 'accountNumber' | 'amountCents' | 'effectiveOn' | 'postedAt'
> {
  readonly means: ReceivedMeans;
}

export interface ReceivedPlan extends Pick<PaymentPosting, 'accountNumber' | 'amountCents' | 'effectiveOn'> {
  readonly customerId: string;
}

export interface ReceivedProjection {
  readonly allocation: Allocation;
  /** More than is owed, of this payment and of those applied again after it. */
  readonly overpaidCents: Cents;
  readonly principalAfterCents: Cents;
  /** Payments of later days that would pay something else than now. */
  readonly appliedAgain: number;
  /** The loan's late charges since that day. */
  readonly lateCharges: readonly LateCharge[];
}

export interface PaymentMove extends Pick<PaymentPosting, 'paymentId' | 'accountNumber' | 'additionalPrincipalCents'> {
  /** Of the posting on the other loan, unique like `paymentId`. */
  readonly moveId: string;
  readonly fromAccountNumber: string;
  /** Late charges of the other loan that the payment, had it been there, would have avoided. */
  readonly waivedChargeIds: readonly string[];
  readonly movedOn: Day;
  readonly postedAt: Temporal.Instant;
}

/** The amounts are what is left of the payment. */
export interface PartialRefund extends Pick<
  PaymentPosting,
  'paymentId' | 'amountCents' | 'additionalPrincipalCents' | 'processingFeeCents' | 'postedAt'
> {
  /** Of the posting of the rest, unique like `paymentId`. */
  readonly refundId: string;
}

export interface MoveProjection {
  /** The day the payment counts from, on both loans. */
  readonly effectiveOn: Day;
  /** Of the loan it leaves. */
  readonly fromPrincipalAfterCents: Cents;
  /** On the loan it goes to; principal includes the additional principal. */
  readonly allocation: Allocation;
  readonly overpaidCents: Cents;
  readonly principalAfterCents: Cents;
  readonly nextDueOn: Day | null;
  /** Late charges of the other loan since that day that are still owed. */
  readonly lateCharges: readonly LateCharge[];
}

export interface PayoutPosting extends Pick<
  PaymentPosting,
  'paymentId' | 'accountNumber' | 'amountCents' | 'effectiveOn' | 'postedAt'
> {
  readonly means: PayoutMeans;
}

export interface PostedPayout extends Pick<PayoutPosting, 'paymentId' | 'accountNumber'> {
  readonly customerId: string;
}

export interface OverpaidLoan {
  readonly customerId: string;
  readonly accountNumber: string;
  readonly overpaidCents: Cents;
  /** The day of its newest movement. */
  readonly since: Day;
}
