import { ProcessorUnavailable } from '#server/payments-network/card-processor.ts';
import type { Services } from '#server/services.ts';
import { claimUnsettledPayments, type Payment } from '#server/payments/payments.queries.ts';
import { ASK_AGAIN_AFTER_MS, CHARGED_AGAIN_FOR_HOURS } from '#server/payments/payments.policy.ts';
import { type PaymentOutcome, recordOutcome } from './record-outcome.command.ts';

const BATCH_SIZE = 100;

/** How many questions the processor is asked at once. */
const AT_ONCE = 5;

/**
 * Finds out what became of payments whose process died or whose outcome is
 * unknown. May run in several processes at once and be killed at any moment.
 * @returns how many were settled; those the processor is silent about stay for later.
 */
export async function settlePayments(services: Services, stopping: AbortSignal): Promise<number> {
  let settled = 0;
  for (;;) {
    if (stopping.aborted) return settled;
    const claimed = await claimUnsettledPayments(services.database, {
      limit: BATCH_SIZE,
      leaseMs: ASK_AGAIN_AFTER_MS,
    });
    if (claimed.length === 0) return settled;
    for (let start = 0; start < claimed.length && !stopping.aborted; start += AT_ONCE) {
      const asked = claimed.slice(start, start + AT_ONCE);
      const outcomes = await Promise.all(asked.map((payment) => settlePayment(services, payment)));
      const settledNow = outcomes.filter(Boolean).length;
      // A processor that answers nothing is left alone until the next run.
      if (settledNow === 0) return settled;
      settled += settledNow;
    }
  }
}

/** One payment that cannot be settled must not keep the others from it. */
async function settlePayment(services: Services, payment: Payment): Promise<boolean> {
  try {
    const outcome = await askProcessor(services, payment);
    if (outcome.state === 'unanswered' && payment.state === 'unknown') return false;
    await recordOutcome(services, { paymentId: payment.paymentId, outcome, cause: 'recovery' });
    return outcome.state !== 'unanswered';
  } catch (error) {
    services.log.error({ err: error, paymentId: payment.paymentId }, 'a payment could not be settled');
    return false;
  }
}

/**
 * Asks what became of a charge. Nobody sits before a payment that runs by itself,
 * to try again: it is charged once more under the same id, which the processor
 * answers as before if it was charged, and only given up after a while.
 */
async function askProcessor(services: Services, payment: Payment): Promise<PaymentOutcome> {
  const { paymentId, timing, cardToken: token, totalCents: amountCents, stateSince } = payment;
  if (payment.methodType === 'ACH') return { state: 'drafted' };
  const givesUpAt = stateSince.add({ hours: CHARGED_AGAIN_FOR_HOURS });
  const isPatient = Temporal.Instant.compare(services.clock.now(), givesUpAt) < 0;
  try {
    if (timing === 'immediate' || token === null || !isPatient) return await services.cardProcessor.settle(paymentId);
    return await services.cardProcessor.charge({ paymentId, token, amountCents });
  } catch (error) {
    if (!(error instanceof ProcessorUnavailable)) throw error;
    return { state: 'unanswered' };
  }
}
