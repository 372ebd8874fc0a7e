import { remainingOf } from '#common/payments/rules/partial-refund.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { type Draft, lockDraft, updateDraft } from '#server/payments/end-of-day/drafts.queries.ts';
import { mailCustomer, cardRefundMail, refundedMail } from '#server/payments/mail-customer.ts';
import { findPayment, lockPayment, type Payment, REFUND } from '#server/payments/payments.queries.ts';
import { notSentOnRequestMail } from '#server/payments/schedules/schedule-mails.ts';
import { hasOpenDispute } from '#server/payments/settlement/card-disputes.queries.ts';
import type { PaymentDecision } from '#server/payments/settlement/change-payment-state.command.ts';
import { moveAndTell } from '#server/payments/settlement/record-outcome.command.ts';
import { returnPayment } from '#server/payments/settlement/return-payment.command.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { lockLoansOf } from './lock-loans-of-payment.ts';
import { readPaymentFacts } from './payment-history.queries.ts';

/**
 * How the money goes back. `card`: refunded at the processor and reversed on the loan. `unappliedCard`: refunded; it
 * never reached the loan. `unsentDraft`: the bank draft never leaves, and the loan is reversed.
 */
export type RefundRoute = 'card' | 'unappliedCard' | 'unsentDraft';

export type RefundObstacle = 'NotRefundable' | 'DraftSent' | 'InDispute';

export async function findRefundRoute(
  queryable: Queryable,
  { paymentId, state, methodType }: Payment,
): Promise<Result<RefundRoute, RefundObstacle>> {
  if (state === 'unapplied') return success('unappliedCard');
  if (state !== 'posted') return failure('NotRefundable');
  if (methodType === 'Card') {
    // The card's bank pays the customer if they win; a refund would pay them twice.
    return (await hasOpenDispute(queryable, paymentId)) ? failure('InDispute') : success('card');
  }
  const { draft } = await readPaymentFacts(queryable, paymentId);
  const isUnsent = draft?.state === 'collected' || draft?.state === 'held';
  return isUnsent ? success('unsentDraft') : failure('DraftSent');
}

/**
 * Refunds a whole payment, or what earlier refunds left of it: a transfer reverses it on the loan, and the customer is told. The processor refunds a card
 * after the transaction, and is asked until it answers.
 */
export async function refundPayment(
  services: Services,
  transaction: Transaction,
  paymentId: string,
  decision: PaymentDecision,
): Promise<Result<void, RefundObstacle>> {
  const known = await findPayment(transaction, paymentId);
  if (!known) return failure('NotRefundable');
  await lockLoansOf(transaction, known);
  const payment = (await lockPayment(transaction, paymentId)) ?? known;
  const draft = await lockDraft(transaction, known.referenceNumber);
  const route = await findRefundRoute(transaction, payment);
  if (!route.ok) return route;
  if (route.value === 'unsentDraft') return dropDraft(services, transaction, draft, decision);
  if (route.value === 'unappliedCard') await refundUnapplied(services, transaction, payment, decision);
  else await returnPayment(services, transaction, paymentId, REFUND, { compose: cardRefundMail, decision });
  const { totalCents: amountCents } = remainingOf(payment, payment.refundedCents);
  const rest = payment.refundedCents > 0 && { part: { refundId: `${paymentId}-rest`, amountCents } };
  await enqueueHostTask(services, transaction, { kind: 'refundCharge', paymentId, ...rest });
  return success(undefined);
}

async function refundUnapplied(
  services: Services,
  transaction: Transaction,
  { paymentId, customerId }: Payment,
  decision: PaymentDecision,
): Promise<void> {
  const at = services.clock.now();
  const move = { change: { to: 'refunded' }, cause: 'operator', at, decision } as const;
  const { payment } = await moveAndTell(services, transaction, paymentId, move);
  await mailCustomer(services, transaction, customerId, refundedMail(services.institution, payment), at);
}

async function dropDraft(
  services: Services,
  transaction: Transaction,
  draft: Draft | undefined,
  decision: PaymentDecision,
): Promise<Result<void, RefundObstacle>> {
  if (draft?.state !== 'collected' && draft?.state !== 'held') return failure('DraftSent');
  await returnPayment(services, transaction, draft.paymentId, REFUND, { compose: notSentOnRequestMail, decision });
  await updateDraft(transaction, draft.entryId, { state: 'cancelled', heldReason: decision.reason });
  return success(undefined);
}
