import { cents } from '#common/core/money.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { mailCustomer } from '#server/payments/mail-customer.ts';
import { findPayment, type Payment } from '#server/payments/payments.queries.ts';
import type { CardEvent } from '#server/payments-network/card-event.wire.ts';
import { lockGuard } from '#server/platform/db/change-guards.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { saveDispute } from './card-disputes.queries.ts';
import { returnPayment } from './return-payment.command.ts';
import { settlePayment } from './settle-payments.command.ts';
import { cardRefundMail, disputeLostMail, disputeOpenedMail } from './unapplied-mails.ts';
import { recordRefund } from './unapplied.command.ts';

type DisputeEvent = Extract<CardEvent, { readonly type: `dispute.${string}` }>;

const BY_PROCESSOR = 'card processor';

/**
 * Does what an event of the card processor means for the payment. Idempotent: events repeat, and may arrive in any
 * order. One about a payment that isn't ours is logged and otherwise ignored.
 * @throws HostUnavailable if the core has to be asked and doesn't answer; the processor sends the event again
 */
export async function handleCardEvent(services: Services, event: CardEvent): Promise<void> {
  const payment = await findPayment(services.database, event.paymentId);
  if (!payment || payment.methodType !== 'Card') {
    services.log.error({ type: event.type, paymentId: event.paymentId }, 'a card event names no card payment of ours');
    return;
  }
  switch (event.type) {
    case 'charge.updated':
      // One that is still being submitted learns its outcome from its own call.
      if (payment.state === 'unknown') await settlePayment(services, payment);
      return;
    case 'charge.refunded':
      return takeRefund(services, payment, event.amountCents);
    case 'dispute.opened':
    case 'dispute.won':
    case 'dispute.lost':
      return takeDispute(services, payment, event);
  }
}

/** Money that went back to the card no longer counts on the loan. */
async function takeRefund(services: Services, payment: Payment, amountCents: number): Promise<void> {
  const { paymentId, referenceNumber, totalCents } = payment;
  if (amountCents !== totalCents) {
    const amounts = { refundedCents: amountCents, totalCents };
    services.log.error(
      { paymentId, referenceNumber, ...amounts },
      'part of a card payment was refunded: correct the loan',
    );
    return;
  }
  if (payment.state === 'unapplied') {
    await recordRefund(services, referenceNumber, { reason: 'refunded at the processor', by: BY_PROCESSOR });
    return;
  }
  await inTransaction(services.database, (transaction) =>
    returnPayment(services, transaction, paymentId, 'REFUND', { compose: cardRefundMail }),
  );
}

async function takeDispute(services: Services, payment: Payment, event: DisputeEvent): Promise<void> {
  const { paymentId, accountNumber, customerId, userId, referenceNumber } = payment;
  const { disputeId, amountCents, reason, respondBy = null } = event;
  const state = event.type === 'dispute.opened' ? 'opened' : event.type === 'dispute.won' ? 'won' : 'lost';
  const at = services.clock.now();
  await inTransaction(services.database, async (transaction) => {
    await lockGuard(transaction, accountSubject(accountNumber));
    const dispute = { disputeId, paymentId, state, amountCents: cents(amountCents), reason, respondBy } as const;
    if (!(await saveDispute(transaction, dispute, at))) return;
    const details = { paymentId, referenceNumber, disputeId, amountCents, reason };
    await services.audit.record(transaction, { event: `card-dispute-${state}`, userId, details });
    if (state === 'opened') {
      await mailCustomer(services, transaction, customerId, disputeOpenedMail(services.institution, payment), at);
    }
    // A fee or part of the amount is the institution's own matter; the whole payment is the customer's.
    if (state === 'lost' && amountCents >= payment.totalCents) {
      await returnPayment(services, transaction, paymentId, 'DISPUTE', { compose: disputeLostMail });
    }
  });
}
