import { cents } from '#common/core/money.ts';
import { remainingOf } from '#common/payments/rules/partial-refund.ts';
import { mailCustomer, cardRefundMail, disputeLostMail, disputeOpenedMail } from '#server/payments/mail-customer.ts';
import {
  findPayment,
  isUnanswered,
  isUnsettled,
  lockPayment,
  type Payment,
  DISPUTE,
  REFUND,
} from '#server/payments/payments.queries.ts';
import type { CardEvent } from '#server/payments-network/card-event.wire.ts';
import { lockLoansOf } from '#server/payments/operator/lock-loans-of-payment.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { markRefundReported } from '#server/payments/operator/card-refunds.queries.ts';
import { saveDispute } from './card-disputes.queries.ts';
import { returnPayment } from './return-payment.command.ts';
import { settlePayment } from './settle-payments.command.ts';
import { recordRefund } from './unapplied.command.ts';

type RefundEvent = Extract<CardEvent, { readonly type: 'charge.refunded' }>;
type DisputeEvent = Extract<CardEvent, { readonly type: `dispute.${string}` }>;

const BY_PROCESSOR = 'card processor';

/** `later`: nothing was done, because the payment has no outcome yet; the processor should send the event again. */
export type CardEventResult = 'done' | 'later';

/**
 * Does what an event of the card processor means for the payment. Idempotent: events repeat, and may arrive in any
 * order. One about a payment that isn't ours is logged and otherwise ignored.
 * @throws HostUnavailable if the core has to be asked and doesn't answer; the processor sends the event again
 */
export async function handleCardEvent(services: Services, event: CardEvent): Promise<CardEventResult> {
  let payment = await findPayment(services.database, event.paymentId);
  if (!payment || payment.methodType !== 'Card') {
    services.log.error(
      { type: event.type, paymentId: event.paymentId },
      'a card event names none of our card payments',
    );
    return 'done';
  }
  if (isUnanswered(payment.state)) {
    await settlePayment(services, payment);
    payment = (await findPayment(services.database, payment.paymentId)) ?? payment;
  }
  // One that is still being submitted learns its outcome from its own call.
  if (event.type === 'charge.updated') return 'done';
  // Otherwise the loan would be credited afterwards with money that went back.
  if (payment.state === 'created' || isUnsettled(payment.state)) return 'later';
  if (event.type === 'charge.refunded') return takeRefund(services, payment, event);
  return takeDispute(services, payment, event);
}

/** Money that went back to the card no longer counts on the loan. */
async function takeRefund(
  services: Services,
  payment: Payment,
  { eventId, amountCents }: RefundEvent,
): Promise<CardEventResult> {
  const { paymentId, referenceNumber } = payment;
  const { database, clock } = services;
  const { isOurs, totalCents } = await inTransaction(database, async (transaction) => {
    // Two copies of an event take turns here, so the second one is known by then.
    const held = (await lockPayment(transaction, paymentId)) ?? payment;
    return {
      isOurs: await markRefundReported(transaction, { paymentId, eventId, amountCents }, clock.now()),
      totalCents: remainingOf(held, held.refundedCents).totalCents,
    };
  });
  if (isOurs) return 'done';
  if (amountCents !== totalCents) {
    const amounts = { refundedCents: amountCents, totalCents };
    services.log.error(
      { paymentId, referenceNumber, ...amounts },
      'part of a card payment was refunded: correct the loan',
    );
    return 'done';
  }
  if (payment.state === 'unapplied') {
    return takeBackUnapplied(services, referenceNumber, 'refunded at the processor');
  }
  await inTransaction(services.database, (transaction) =>
    returnPayment(services, transaction, paymentId, REFUND, { compose: cardRefundMail }),
  );
  return 'done';
}

/** `later` if an operator has just decided on it: it may count on the loan by then. */
async function takeBackUnapplied(
  services: Services,
  referenceNumber: string,
  reason: string,
): Promise<CardEventResult> {
  const refund = await recordRefund(services, referenceNumber, { reason, by: BY_PROCESSOR });
  return refund.ok ? 'done' : 'later';
}

async function takeDispute(services: Services, payment: Payment, event: DisputeEvent): Promise<CardEventResult> {
  const { paymentId, customerId, userId, referenceNumber } = payment;
  const { disputeId, amountCents, reason, respondBy = null } = event;
  const state = event.type === 'dispute.opened' ? 'opened' : event.type === 'dispute.won' ? 'won' : 'lost';
  // A fee or part of the amount is the institution's own matter; the whole payment is the customer's.
  const left = remainingOf(payment, payment.refundedCents).totalCents;
  const isTakenBack = state === 'lost' && amountCents >= left;
  if (isTakenBack && payment.state === 'unapplied') {
    if ((await takeBackUnapplied(services, referenceNumber, 'dispute lost')) === 'later') return 'later';
  }
  const at = services.clock.now();
  await inTransaction(services.database, async (transaction) => {
    await lockLoansOf(transaction, payment);
    const dispute = { disputeId, paymentId, state, amountCents: cents(amountCents), reason, respondBy } as const;
    if (!(await saveDispute(transaction, dispute, at))) return;
    const details = { paymentId, referenceNumber, disputeId, amountCents, reason };
    await services.audit.record(transaction, { event: `card-dispute-${state}`, userId, details });
    if (state === 'opened') {
      await mailCustomer(services, transaction, customerId, disputeOpenedMail(services.institution, payment), at);
    }
    if (isTakenBack) await returnPayment(services, transaction, paymentId, DISPUTE, { compose: disputeLostMail });
  });
  return 'done';
}
