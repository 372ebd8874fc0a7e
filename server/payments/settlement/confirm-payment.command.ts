import { ProcessorUnavailable } from '#server/payments-network/card-processor.ts';
import type { Payment } from '#server/payments/payments.queries.ts';
import type { Services } from '#server/services.ts';
import { chargeRequest } from './charge-card.ts';
import { type PaymentOutcome, recordOutcome } from './record-outcome.command.ts';

/** How long a customer may take to confirm a card payment. Until then the loan takes no other payment. */
export const CONFIRM_WITHIN_MINUTES = 15;

function confirmableUntil({ stateSince }: Pick<Payment, 'stateSince'>): Temporal.Instant {
  return stateSince.add({ minutes: CONFIRM_WITHIN_MINUTES });
}

/** At least 1: it is ended some moments after its time. A browser's clock may be wrong, so it isn't asked. */
export function minutesToConfirm({ clock }: Pick<Services, 'clock'>, payment: Payment): number {
  const left = clock.now().until(confirmableUntil(payment));
  return Math.max(1, left.round({ smallestUnit: 'minute', roundingMode: 'ceil' }).total('minutes'));
}

/**
 * Asks how a charge stands that waits for the customer's confirmation. After its time the charge is ended at the
 * processor, so a late confirmation charges nothing.
 */
export async function resolveConfirmation(services: Services, payment: Payment): Promise<PaymentOutcome> {
  const { cardProcessor, clock } = services;
  const isOver = Temporal.Instant.compare(clock.now(), confirmableUntil(payment)) >= 0;
  if (isOver) return endConfirmation(services, payment);
  const { cardToken, confirmationUrl: url } = payment;
  if (cardToken === null || url === null) throw new Error(`Payment ${payment.paymentId} has nothing to confirm`);
  try {
    return await cardProcessor.checkConfirmation(chargeRequest(services, payment, cardToken));
  } catch (error) {
    if (!(error instanceof ProcessorUnavailable)) throw error;
    services.log.warn({ err: error, paymentId: payment.paymentId }, 'could not ask about a confirmation');
    // It still waits, and is asked about again.
    return { state: 'confirm', url };
  }
}

/** Returns the processor's last word: it may have been confirmed just before. */
async function endConfirmation(
  { cardProcessor }: Pick<Services, 'cardProcessor'>,
  { paymentId }: Payment,
): Promise<PaymentOutcome> {
  try {
    const settled = await cardProcessor.settle(paymentId);
    return settled.state === 'absent' ? { state: 'declined', reason: 'NotConfirmed' } : settled;
  } catch (error) {
    if (!(error instanceof ProcessorUnavailable)) throw error;
    return { state: 'unanswered' };
  }
}

/**
 * The customer came back from the page of a confirmation, or gives it up. Idempotent. Without an answer of the processor
 * the payment stays as it is.
 */
export async function checkConfirmation(services: Services, payment: Payment, givesUp: boolean): Promise<void> {
  if (payment.state !== 'confirming') return;
  const outcome = await (givesUp ? endConfirmation(services, payment) : resolveConfirmation(services, payment));
  if (outcome.state === 'confirm') return;
  await recordOutcome(services, { paymentId: payment.paymentId, outcome, cause: 'customer' });
}
