import { formatCents } from '#common/core/money.ts';
import type { ChargeOutcome } from '#server/payments-network/card-processor.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { notify } from '#server/identity/users/notify.ts';
import type { Services } from '#server/services.ts';
import { mailCustomer } from '#server/payments/mail-customer.ts';
import { movePayment, type PaymentMove } from './payment-state.ts';
import type { PaymentCause } from '#server/payments/payment-tables.ts';
import { ASK_AGAIN_AFTER_MS } from '#server/payments/payments.policy.ts';
import type { Payment, PaymentChange } from '#server/payments/payments.queries.ts';
import { payoffShortMail, receiptOf } from './receipt.ts';
import { settleSchedule } from '#server/payments/schedules/settle-schedule.ts';

/** What the processor said, that it knows of no charge, or that it gave no answer. */
export type ProcessorOutcome = ChargeOutcome | { readonly state: 'absent' } | { readonly state: 'unanswered' };

export interface OutcomeReport {
  readonly paymentId: string;
  readonly outcome: ProcessorOutcome;
  readonly cause: PaymentCause;
  /** The token of a card that is used once. */
  readonly cardToken?: string;
}

/**
 * Records what became of a card payment and posts it, in one transaction. What
 * was recorded before stands: reporting twice, or from two processes, is harmless.
 * @returns the payment as it is now.
 */
export async function recordOutcome(services: Services, report: OutcomeReport): Promise<Payment> {
  const move = { change: toChange(report), cause: report.cause, at: services.clock.now() };
  const { moved, payment } = await inTransaction(services.database, (transaction) =>
    moveAndPost(services, transaction, report.paymentId, move),
  );
  if (moved) services.metrics.payments.inc({ method: payment.methodType, state: payment.state });
  return payment;
}

/** Moves a payment; when it becomes posted, the host posts it in the same transaction. */
export async function moveAndPost(
  services: Services,
  transaction: Transaction,
  paymentId: string,
  move: PaymentMove,
): Promise<{ readonly moved: boolean; readonly payment: Payment }> {
  const result = await movePayment(transaction, paymentId, move);
  const { moved, payment } = result;
  if (!moved) return result;
  if (payment.state === 'posted') await post(services, transaction, payment, move.at);
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

/** The receipt says what the books made of the payment. */
async function post(
  services: Services,
  transaction: Transaction,
  payment: Payment,
  at: Temporal.Instant,
): Promise<void> {
  const posted = await services.host.postPayment(transaction, {
    paymentId: payment.paymentId,
    accountNumber: payment.accountNumber,
    effectiveOn: payment.payOn,
    postedAt: at,
    amountCents: payment.amountCents,
    additionalPrincipalCents: payment.additionalPrincipalCents,
    processingFeeCents: payment.feesCents,
    method: payment.methodType,
  });
  const receipt = receiptOf(payment, posted, services.institution, services.config.publicUrl);
  await mailCustomer(services, transaction, payment.customerId, receipt, at);
  if (payment.isPayoff) await tellWhatIsMissing(services, transaction, payment, at);
}

/** A payoff of a later day takes no more than was agreed to; what was charged meanwhile is still owed. */
async function tellWhatIsMissing(
  services: Services,
  transaction: Transaction,
  { payOn, ...payment }: Payment,
  at: Temporal.Instant,
): Promise<void> {
  const left = await services.host.lockLoanToDraw(transaction, payment.customerId, payment.accountNumber, payOn);
  if (left.standing === 'notFound' || left.loan.payoffCents <= 0) return;
  const mail = payoffShortMail(services.institution, { ...payment, payOn }, left.loan.payoffCents);
  await mailCustomer(services, transaction, payment.customerId, mail, at);
}

function toChange({ outcome, cardToken }: OutcomeReport): PaymentChange {
  const token = cardToken === undefined ? {} : { cardToken };
  switch (outcome.state) {
    case 'approved':
      return { to: 'posted', authorization: outcome.authorization, ...token };
    case 'declined':
      return { to: 'declined', reason: outcome.reason, ...token };
    case 'absent':
      return { to: 'declined', reason: 'Connection', ...token };
    case 'unanswered':
      return { to: 'unknown', leaseMs: ASK_AGAIN_AFTER_MS, ...token };
  }
}
