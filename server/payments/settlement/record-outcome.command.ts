import { type Cents, formatCents, ZERO } from '#common/core/money.ts';
import { HostRefused } from '#server/host/host-errors.ts';
import type { PostedPayment } from '#server/host/host.ts';
import type { ChargeOutcome } from '#server/payments-network/card-processor.ts';
import { lockAndRaiseGuard, lockGuard } from '#server/platform/db/change-guards.queries.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { notify } from '#server/identity/users/notify.ts';
import type { Services } from '#server/services.ts';
import { cancelAchEntry } from '#server/payments/end-of-day/ach-entries.queries.ts';
import { mailCustomer } from '#server/payments/mail-customer.ts';
import { movePayment, type PaymentDecision, type PaymentMove } from './payment-state.ts';
import type { PaymentCause } from '#server/payments/payment-tables.ts';
import { ASK_AGAIN_AFTER_MS } from '#server/payments/payments.policy.ts';
import { findPayment, type Payment, type PaymentChange } from '#server/payments/payments.queries.ts';
import { payoffShortMail, receiptOf } from './receipt.ts';
import { unappliedMail } from './unapplied-mails.ts';
import { settleSchedule } from '#server/payments/schedules/settle-schedule.ts';

/** The processor's answer, no charge found, no answer, or a bank draft waiting to leave. */
export type PaymentOutcome =
  | ChargeOutcome
  | { readonly state: 'absent' }
  | { readonly state: 'unanswered' }
  | { readonly state: 'drafted' };

export interface OutcomeReport {
  readonly paymentId: string;
  readonly outcome: PaymentOutcome;
  readonly cause: PaymentCause;
  /** The token of a single-use card. */
  readonly cardToken?: string;
  /** If a person decided it. */
  readonly decision?: PaymentDecision;
}

/**
 * Records the outcome of a payment. If money is moving, posts it at the host first; after a crash or host outage the
 * recovery job repeats the call. Idempotent.
 * Returns the updated payment.
 * Throws HostUnavailable, leaving the payment as it is, while it can't be posted.
 */
export async function recordOutcome(services: Services, report: OutcomeReport): Promise<Payment> {
  const { paymentId, cause, decision } = report;
  const payment = await findPayment(services.database, paymentId);
  if (!payment) throw new Error(`Payment ${paymentId} was not found`);
  if (payment.state !== 'submitting' && payment.state !== 'unknown') return payment;
  const at = services.clock.now();
  const change = toChange(report);
  const move: PaymentMove = { change, cause, at, ...(decision ? { decision } : {}) };
  if (change.to !== 'posted') return recordMove(services, payment, move);
  const posting = await postAtHost(services, payment, at);
  if (posting instanceof HostRefused) return refuse(services, payment, move, posting);
  return recordMove(services, payment, move, posting);
}

/** Posts a bank draft payment and records it. Returns undefined if this is left to the recovery job. */
export async function postDrafted(
  services: Services,
  paymentId: string,
  cause: PaymentCause,
): Promise<Payment | undefined> {
  try {
    return await recordOutcome(services, { paymentId, cause, outcome: { state: 'drafted' } });
  } catch (error) {
    services.log.error({ err: error, paymentId }, 'could not post a payment');
    return undefined;
  }
}

interface HostPosting {
  readonly posted: PostedPayment;
  /** For a payoff: the balance left after the payment. */
  readonly missingCents: Cents;
}

/** Returns the refusal if the host will never post the payment. */
export async function postAtHost(
  { host, log }: Services,
  payment: Payment,
  postedAt: Temporal.Instant,
): Promise<HostPosting | HostRefused> {
  const { paymentId, customerId, accountNumber, payOn } = payment;
  try {
    const posted = await host.postPayment({
      paymentId,
      accountNumber,
      effectiveOn: payOn,
      postedAt,
      amountCents: payment.amountCents,
      additionalPrincipalCents: payment.additionalPrincipalCents,
      processingFeeCents: payment.feesCents,
      method: payment.methodType,
    });
    if (!payment.isPayoff) return { posted, missingCents: ZERO };
    // A scheduled payoff draws only the agreed amount; later charges are still owed.
    const left = await host.findLoanToDraw(customerId, accountNumber, payOn);
    return { posted, missingCents: left.standing === 'notFound' ? ZERO : left.loan.payoffCents };
  } catch (error) {
    if (!(error instanceof HostRefused)) throw error;
    log.error({ err: error, paymentId }, 'the host refused to post a payment');
    return error;
  }
}

export async function recordMove(
  services: Services,
  { paymentId, accountNumber }: Payment,
  move: PaymentMove,
  posting?: HostPosting,
): Promise<Payment> {
  const { moved, payment } = await inTransaction(services.database, async (transaction) => {
    // A posting changed the loan, so what others have read of it is outdated, whoever records it.
    const hold = posting ? lockAndRaiseGuard : lockGuard;
    await hold(transaction, accountSubject(accountNumber));
    const result = await moveAndTell(services, transaction, paymentId, move);
    if (!result.moved || !posting) return result;
    await sendReceipt(services, transaction, result.payment, posting, move.at);
    return result;
  });
  if (moved) services.metrics.payments.inc({ method: payment.methodType, state: payment.state });
  return payment;
}

/** A refused bank draft is never sent. A refused card payment is already charged, so it waits for an operator. */
async function refuse(
  services: Services,
  { paymentId, accountNumber, methodType }: Payment,
  { change: posted, ...move }: PaymentMove,
  refusal: HostRefused,
): Promise<Payment> {
  const change: PaymentChange =
    methodType === 'Card'
      ? { ...posted, to: 'unapplied', reason: refusal.message }
      : { to: 'declined', reason: 'Error' };
  const { payment } = await inTransaction(services.database, async (transaction) => {
    await lockGuard(transaction, accountSubject(accountNumber));
    const result = await moveAndTell(services, transaction, paymentId, { change, ...move });
    if (!result.moved) return result;
    if (methodType === 'ACH') await cancelAchEntry(transaction, paymentId);
    else {
      const mail = unappliedMail(services.institution, result.payment);
      await mailCustomer(services, transaction, result.payment.customerId, mail, move.at);
    }
    return result;
  });
  services.metrics.payments.inc({ method: payment.methodType, state: payment.state });
  return payment;
}

/** Changes a payment's state and does everything that follows in the portal. Requires the account's guard. */
export async function moveAndTell(
  services: Services,
  transaction: Transaction,
  paymentId: string,
  move: PaymentMove,
): Promise<{ readonly moved: boolean; readonly payment: Payment }> {
  const result = await movePayment(transaction, paymentId, move);
  const { moved, payment } = result;
  if (!moved) return result;
  await settleSchedule(services, transaction, payment, move.at);
  if (payment.state === 'posted' && payment.timing === 'immediate') {
    await notify(services, transaction, {
      kind: 'moneyTransOnWeb',
      userId: payment.userId,
      about: paymentId,
      // The receipt covers the mail.
      mailFills: null,
      textFills: [formatCents(payment.totalCents)],
    });
  }
  await services.audit.record(transaction, {
    event: `payment-${payment.state}`,
    userId: payment.userId,
    details: {
      paymentId,
      referenceNumber: payment.referenceNumber,
      method: payment.methodType,
      totalCents: payment.totalCents,
      cause: move.cause,
      declineReason: payment.declineReason,
      ...move.decision,
    },
  });
  return result;
}

/** The receipt tells how the host applied the payment. */
async function sendReceipt(
  services: Services,
  transaction: Transaction,
  payment: Payment,
  { posted, missingCents }: HostPosting,
  at: Temporal.Instant,
): Promise<void> {
  const { institution, config } = services;
  await mailCustomer(
    services,
    transaction,
    payment.customerId,
    receiptOf(payment, posted, institution, config.publicUrl),
    at,
  );
  if (!payment.isPayoff || missingCents <= 0) return;
  await mailCustomer(
    services,
    transaction,
    payment.customerId,
    payoffShortMail(institution, payment, missingCents),
    at,
  );
}

function toChange({ outcome, cardToken }: OutcomeReport): PaymentChange {
  const token = cardToken === undefined ? {} : { cardToken };
  switch (outcome.state) {
    case 'approved':
      return { to: 'posted', authorization: outcome.authorization, ...token };
    case 'drafted':
      return { to: 'posted' };
    case 'declined':
      return { to: 'declined', reason: outcome.reason, ...token };
    case 'absent':
      return { to: 'declined', reason: 'Connection', ...token };
    case 'unanswered':
      return { to: 'unknown', leaseMs: ASK_AGAIN_AFTER_MS, ...token };
  }
}
