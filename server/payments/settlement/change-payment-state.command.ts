import { ZERO, addCents, type Cents, formatCents, subtractCents } from '#common/core/money.ts';
import { HostRefused, HostUnavailable } from '#server/host/host-errors.ts';
import type { HostCustomer } from '#server/host/host.ts';
import type { PaymentPosting, PostedPayment } from '#server/host/host-payments.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { notify } from '#server/identity/users/notify.ts';
import {
  draftRefusedMail,
  mailCustomer,
  mailKnownCustomer,
  overpaidMail,
  type PaymentMail,
  payoffShortMail,
  receiptOf,
  unappliedMail,
} from '#server/payments/mail-customer.ts';
import {
  appendPaymentEvent,
  type MovedPayment,
  movePosted,
  type PaymentChange,
  updatePaymentState,
} from '#server/payments/payment-changes.queries.ts';
import type { PaymentCause, PaymentState } from '#server/payments/payment-tables.ts';
import { findPayment, isUnsettled, lockPayment, type Payment } from '#server/payments/payments.queries.ts';
import { lockGuard } from '#server/platform/db/change-guards.queries.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { cancelAchEntry } from './bank-drafts.queries.ts';

const nextStates: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  created: ['submitting'],
  submitting: ['confirming', 'posted', 'declined', 'unknown', 'unapplied'],
  confirming: ['posted', 'declined', 'unknown', 'unapplied'],
  unknown: ['posted', 'declined', 'unapplied'],
  unapplied: ['posted', 'refunded'],
  refunded: [],
  scheduled: ['submitting', 'cancelled'],
  posted: ['returned'],
  declined: [],
  cancelled: [],
  returned: [],
};

export interface PaymentMove {
  readonly change: PaymentChange;
  readonly cause: PaymentCause;
  readonly at: Temporal.Instant;
  /** For the audit log, if the cause is the operator. */
  readonly decision?: PaymentDecision;
}

/** Who changed a payment, and why. */
export interface PaymentDecision {
  readonly by: string;
  readonly reason: string;
  /** The proof of a charge's outcome, such as a line of the processor's report. */
  readonly evidence?: string;
  /** The request that was approved. Its entries of the audit log tell who asked. */
  readonly workItemId?: number;
}

/**
 * Changes a payment's state, under its row lock, to an allowed next state, and records an event. All state changes go
 * through here.
 * Returns `moved: false` with the unchanged payment if the transition isn't allowed, because another process was first.
 * Throws if the payment doesn't exist.
 */
export async function movePayment(
  transaction: Transaction,
  paymentId: string,
  move: PaymentMove,
): Promise<{ readonly moved: boolean; readonly payment: Payment }> {
  const payment = await lockPayment(transaction, paymentId);
  if (!payment) throw new Error(`Payment ${paymentId} was not found`);
  const { change, cause, at } = move;
  if (!nextStates[payment.state].includes(change.to)) return { moved: false, payment };
  const moved = await updatePaymentState(transaction, paymentId, change, at);
  appendPaymentEvent(transaction, { paymentId, from: payment.state, to: change.to, cause, at });
  return { moved: true, payment: moved };
}

export async function auditMove(
  { audit }: Pick<Services, 'audit'>,
  transaction: Transaction,
  payment: Payment,
  { cause, decision }: Omit<PaymentMove, 'change'>,
): Promise<void> {
  await audit.record(transaction, {
    event: `payment-${payment.state}`,
    userId: payment.userId,
    details: {
      paymentId: payment.paymentId,
      referenceNumber: payment.referenceNumber,
      method: payment.methodType,
      totalCents: payment.totalCents,
      cause,
      declineReason: payment.declineReason,
      ...decision,
    },
  });
}

interface Posting extends Omit<PaymentMove, 'change'> {
  readonly change: Extract<PaymentChange, { readonly to: 'posted' }>;
  /** The customer, if the host was asked just before. */
  readonly known?: HostCustomer | undefined;
  readonly afterRefusal: AfterRefusal;
}

/** Called if the host refuses a payment: `settleSchedule`, unless the payment was made today. */
export type AfterRefusal = (
  services: Services,
  transaction: Transaction,
  payment: Payment,
  at: Temporal.Instant,
) => Promise<void>;

/**
 * Posts an unsettled payment at the host and records it, or its refusal. Idempotent; returns the payment as it is then.
 * Throws HostUnavailable, leaving the payment as it is, while it can't be posted.
 */
export async function postPayment(services: Services, payment: Payment, posting: Posting): Promise<Payment> {
  if (!isUnsettled(payment.state)) return payment;
  const { customerId, paymentId } = payment;
  const { change, known, at } = posting;
  const answer = await postAtHost(services, payment, at);
  if (answer instanceof HostRefused) return refuse(services, payment, posting, answer);
  const customer = known ?? (await findIfAnswered(services, customerId));
  const recorded = await recordPosted(services, [{ payment, posting: answer, customer, ...change }], posting);
  const now = recorded.get(paymentId);
  if (now) return now;
  // Another process was first; the host answers the same posting again.
  const found = await findPayment(services.database, paymentId);
  if (!found) throw new Error(`Payment ${paymentId} was not found`);
  return postPayment(services, found, posting);
}

/** Posts a bank draft payment that was just recorded. Returns undefined if this is left to the recovery job. */
export async function postDrafted(
  services: Services,
  payment: Payment,
  posting: Pick<Posting, 'cause' | 'known' | 'afterRefusal'>,
): Promise<Payment | undefined> {
  try {
    return await postPayment(services, payment, { ...posting, change: { to: 'posted' }, at: services.clock.now() });
  } catch (error) {
    services.log.error({ err: error, paymentId: payment.paymentId }, 'could not post a payment');
    return undefined;
  }
}

/** The receipt must not fail with the host; a task finds the address later. */
export async function findIfAnswered(
  { host }: Pick<Services, 'host'>,
  customerId: string,
): Promise<HostCustomer | undefined> {
  try {
    return await host.findCustomer(customerId);
  } catch (error) {
    if (error instanceof HostUnavailable) return undefined;
    throw error;
  }
}

export function postingOf(payment: Payment, postedAt: Temporal.Instant): PaymentPosting {
  return {
    paymentId: payment.paymentId,
    accountNumber: payment.accountNumber,
    effectiveOn: payment.payOn,
    postedAt,
    amountCents: payment.amountCents,
    additionalPrincipalCents: payment.additionalPrincipalCents,
    processingFeeCents: payment.feesCents,
    method: payment.methodType,
  };
}

/** Returns the refusal if the host will never post the payment. */
export async function postAtHost(
  { host, log }: Pick<Services, 'host' | 'log'>,
  payment: Payment,
  postedAt: Temporal.Instant,
): Promise<HostPosting | HostRefused> {
  const { paymentId, customerId, accountNumber, payOn } = payment;
  try {
    const posted = await host.postPayment(postingOf(payment, postedAt));
    if (!payment.isPayoff) return { posted, missingCents: ZERO };
    // A payoff of a later day draws only the agreed or announced amount; later charges are still owed.
    const left = await host.findLoanToDraw(customerId, accountNumber, payOn);
    return { posted, missingCents: left.standing === 'notFound' ? null : left.loan.payoffCents };
  } catch (error) {
    if (!(error instanceof HostRefused)) throw error;
    log.error({ err: error, paymentId }, 'the host refused to post a payment');
    return error;
  }
}

/** A refused bank draft is never sent. A refused card payment is already charged, so it waits for an operator. */
async function refuse(
  services: Services,
  { paymentId, accountNumber, methodType }: Payment,
  { change: posted, afterRefusal, ...move }: Posting,
  refusal: HostRefused,
): Promise<Payment> {
  const change: PaymentChange =
    methodType === 'Card'
      ? { ...posted, to: 'unapplied', reason: refusal.message }
      : { to: 'declined', reason: 'Error' };
  const { payment } = await inTransaction(services.database, async (transaction) => {
    await lockGuard(transaction, accountSubject(accountNumber));
    const result = await movePayment(transaction, paymentId, { change, ...move });
    if (!result.moved) return result;
    await afterRefusal(services, transaction, result.payment, move.at);
    await auditMove(services, transaction, result.payment, move);
    if (methodType === 'ACH') await cancelAchEntry(transaction, paymentId);
    const mail = refusalMail(services, result.payment, move);
    if (mail) await mailCustomer(services, transaction, result.payment.customerId, mail, move.at);
    return result;
  });
  services.metrics.payments.inc({ method: payment.methodType, state: payment.state });
  return payment;
}

/** A refusal at submission is on the customer's screen, and `afterRefusal` tells about planned payments. */
function refusalMail(
  { institution }: Services,
  payment: Payment,
  { cause }: Pick<PaymentMove, 'cause'>,
): PaymentMail | undefined {
  if (payment.methodType === 'Card') return unappliedMail(institution, payment);
  return payment.timing === 'immediate' && cause === 'recovery' ? draftRefusedMail(institution, payment) : undefined;
}

interface HostPosting {
  readonly posted: PostedPayment;
  /** For a payoff: the balance left after the payment. Null if the host no longer has the loan, so staff must look. */
  readonly missingCents: Cents | null;
}

/** A payment as it was read, and how the host posted it. */
interface PaymentAtHost {
  readonly payment: Payment;
  readonly posting: HostPosting;
  /** Undefined if the host doesn't know the customer or didn't answer; a task then finds the address. */
  readonly customer: HostCustomer | undefined;
  readonly authorization?: string | undefined;
  readonly cardToken?: string | undefined;
}

/**
 * Records payments of different loans that the host has posted, and sends their receipts, in one transaction with a few
 * statements for any number of them. Leaves out those whose state is no longer the one that was read.
 * Returns the recorded payments by their id.
 */
export async function recordPosted(
  services: Services,
  atHost: readonly PaymentAtHost[],
  move: Omit<PaymentMove, 'change'>,
): Promise<ReadonlyMap<string, Payment>> {
  const recorded = await inTransaction(services.database, async (transaction) => {
    const moved = await movePosted(services, transaction, atHost, move.at);
    for (const known of atHost) {
      const now = moved.get(known.payment.paymentId);
      if (now) await tell(services, transaction, known, now, move);
    }
    return moved;
  });
  for (const { payment } of recorded.values()) {
    services.metrics.payments.inc({ method: payment.methodType, state: payment.state });
  }
  return new Map([...recorded].map(([paymentId, { payment }]) => [paymentId, payment]));
}

async function tell(
  services: Services,
  transaction: Transaction,
  { payment: before, posting, customer }: PaymentAtHost,
  { payment, customerWaits, wishes }: MovedPayment,
  move: Omit<PaymentMove, 'change'>,
): Promise<void> {
  const { paymentId, customerId } = payment;
  const { at, cause } = move;
  appendPaymentEvent(transaction, { paymentId, from: before.state, to: 'posted', cause, at });
  if (payment.timing === 'immediate') {
    await notify(services, transaction, {
      text: { key: 'noticeText.moneyTransOnWeb', values: { amount: formatCents(payment.totalCents) } },
      // The receipt covers the email.
      mail: null,
      userId: payment.userId,
      about: paymentId,
      wishes,
    });
  }
  await auditMove(services, transaction, payment, move);
  const { institution, config } = services;
  const mail = async (content: PaymentMail) =>
    customer && !customerWaits
      ? mailKnownCustomer(services, transaction, customer, content, at)
      : mailCustomer(services, transaction, customerId, content, at);
  await mail(receiptOf(payment, posting.posted, institution, config.publicUrl));
  // A core with its own staff refunds, and tells.
  const overpaidCents = services.host.servicing ? overpaidOf(payment, posting.posted) : ZERO;
  if (overpaidCents > 0) await mail(overpaidMail(institution, payment, overpaidCents));
  if (!payment.isPayoff) return;
  if (posting.missingCents === null) {
    const { referenceNumber, accountNumber } = payment;
    const details = { paymentId, referenceNumber, accountNumber };
    services.log.error(details, 'a loan was not found after its payoff; look whether something is owed');
    await services.audit.record(transaction, { event: 'payoff-not-checked', userId: null, details });
    return;
  }
  if (posting.missingCents <= 0) return;
  await mail(payoffShortMail(institution, payment, posting.missingCents));
}

/** Returns the part of a payment that the loan no longer owed, such as of the second of two on one day. */
function overpaidOf(payment: Payment, { allocation }: PostedPayment): Cents {
  const { feesCents, interestCents, principalCents } = allocation;
  const paidCents = addCents(payment.amountCents, payment.additionalPrincipalCents);
  return subtractCents(paidCents, feesCents, interestCents, principalCents);
}
