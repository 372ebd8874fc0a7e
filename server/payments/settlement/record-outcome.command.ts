import { type Cents, formatCents, ZERO } from '#common/core/money.ts';
import { HostRefused } from '#server/host/host-errors.ts';
import type { PostedPayment } from '#server/host/host.ts';
import type { ChargeOutcome } from '#server/payments-network/card-processor.ts';
import { lockGuard, raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { notify } from '#server/identity/users/notify.ts';
import type { Services } from '#server/services.ts';
import { cancelAchEntry } from '#server/payments/end-of-day/ach-entries.queries.ts';
import { mailCustomer } from '#server/payments/mail-customer.ts';
import { movePayment, type PaymentMove } from './payment-state.ts';
import type { PaymentCause } from '#server/payments/payment-tables.ts';
import { ASK_AGAIN_AFTER_MS } from '#server/payments/payments.policy.ts';
import { findPayment, type Payment, type PaymentChange } from '#server/payments/payments.queries.ts';
import { payoffShortMail, receiptOf } from './receipt.ts';
import { settleSchedule } from '#server/payments/schedules/settle-schedule.ts';

/** Answers of the processor, that it knows of no charge or gave no answer, or that a bank draft waits to leave. */
export type PaymentOutcome =
  | ChargeOutcome
  | { readonly state: 'absent' }
  | { readonly state: 'unanswered' }
  | { readonly state: 'drafted' };

export interface OutcomeReport {
  readonly paymentId: string;
  readonly outcome: PaymentOutcome;
  readonly cause: PaymentCause;
  /** The token of a card that is used once. */
  readonly cardToken?: string;
}

/**
 * Records what became of a payment. One whose money is on its way is posted at the host first: when the process dies
 * between the two, or the host does not answer, the recovery does the same again. Reporting twice is harmless.
 * @returns the payment as it is now.
 * @throws HostUnavailable while the payment cannot be posted; it stays as it is.
 */
export async function recordOutcome(services: Services, report: OutcomeReport): Promise<Payment> {
  const { paymentId } = report;
  const payment = await findPayment(services.database, paymentId);
  if (!payment) throw new Error(`There is no payment ${paymentId}`);
  if (payment.state !== 'submitting' && payment.state !== 'unknown') return payment;
  const at = services.clock.now();
  const change = toChange(report);
  if (change.to !== 'posted') return record(services, payment, { change, cause: report.cause, at });
  const posting = await postAtHost(services, payment, at);
  if (posting === 'refused') return refuse(services, payment, { cause: report.cause, at });
  return record(services, payment, { change, cause: report.cause, at }, posting);
}

/** Posts a payment by bank draft and records it. @returns undefined when the recovery has to do it. */
export async function postDrafted(
  services: Services,
  paymentId: string,
  cause: PaymentCause,
): Promise<Payment | undefined> {
  try {
    return await recordOutcome(services, { paymentId, cause, outcome: { state: 'drafted' } });
  } catch (error) {
    services.log.error({ err: error, paymentId }, 'a payment could not be posted');
    return undefined;
  }
}

interface HostPosting {
  readonly posted: PostedPayment;
  /** Of a payoff: what is owed on its day after it. */
  readonly missingCents: Cents;
}

/** A draft that the host will not post never leaves; a card has been charged, which a person has to look at. */
async function postAtHost(
  { host, log }: Services,
  payment: Payment,
  postedAt: Temporal.Instant,
): Promise<HostPosting | 'refused'> {
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
    // A payoff of a later day takes no more than was agreed to; what was charged meanwhile is still owed.
    const left = await host.findLoanToDraw(customerId, accountNumber, payOn);
    return { posted, missingCents: left.standing === 'notFound' ? ZERO : left.loan.payoffCents };
  } catch (error) {
    if (!(error instanceof HostRefused) || payment.methodType === 'Card') throw error;
    log.error({ err: error, paymentId }, 'the host will not post a payment');
    return 'refused';
  }
}

async function record(
  services: Services,
  { paymentId, accountNumber }: Payment,
  move: PaymentMove,
  posting?: HostPosting,
): Promise<Payment> {
  const { moved, payment } = await inTransaction(services.database, async (transaction) => {
    await lockGuard(transaction, accountSubject(accountNumber));
    const result = await moveAndTell(services, transaction, paymentId, move);
    if (!result.moved || !posting) return result;
    await raiseGuard(transaction, accountSubject(accountNumber));
    await sendReceipt(services, transaction, result.payment, posting, move.at);
    return result;
  });
  if (moved) services.metrics.payments.inc({ method: payment.methodType, state: payment.state });
  return payment;
}

async function refuse(
  services: Services,
  { paymentId, accountNumber }: Payment,
  { cause, at }: Pick<PaymentMove, 'cause' | 'at'>,
): Promise<Payment> {
  const { payment } = await inTransaction(services.database, async (transaction) => {
    await lockGuard(transaction, accountSubject(accountNumber));
    const change = { to: 'declined', reason: 'Error' } as const;
    const result = await moveAndTell(services, transaction, paymentId, { change, cause, at });
    if (result.moved) await cancelAchEntry(transaction, paymentId);
    return result;
  });
  services.metrics.payments.inc({ method: payment.methodType, state: payment.state });
  return payment;
}

/** Moves a payment, with everything in the portal that follows from its new state. Needs the guard of the account. */
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
      // The receipt tells it by mail.
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
    },
  });
  return result;
}

/** The receipt says what the host made of the payment. */
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
