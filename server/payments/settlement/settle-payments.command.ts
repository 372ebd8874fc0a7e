import { ProcessorUnavailable } from '#server/payments-network/card-processor.ts';
import { isHostSilent } from '#server/host-tasks/try-each.ts';
import type { Services } from '#server/services.ts';
import type { Payment } from '#server/payments/payments.queries.ts';
import { claimUnsettledPayments } from './unsettled-payments.queries.ts';
import { ASK_AGAIN_AFTER_MS, type PaymentOutcome, recordOutcome } from './record-outcome.command.ts';
import { chargeRequest, processorAnswers } from './charge-card.ts';
import { resolveConfirmation } from './confirm-payment.command.ts';

/**
 * How long a scheduled or recurring payment is retried without an answer from the processor: longer than a weekend
 * outage. The loan accepts no other payment meanwhile.
 */
const CHARGED_AGAIN_FOR_HOURS = 7 * 24;

const BATCH_SIZE = 100;

/** Parallel requests to the processor. */
const AT_ONCE = 5;

/**
 * Settles payments whose process died or whose outcome is unknown. Safe to run in several processes and to kill at any
 * moment.
 * Returns how many were settled; those without an answer stay for later.
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
    const { count, answered } = await settleInTurn(services, claimed, stopping);
    settled += count;
    // Those that failed wait until their lease runs out; others were claimed before them by then.
    if (!answered || count === 0) return settled;
  }
}

/**
 * Settles these payments, a few at a time. Needs no claim: another process may settle the same one.
 * Returns how many were settled, and whether it went on to the end.
 */
export async function settleInTurn(
  services: Services,
  payments: readonly Payment[],
  stopping: AbortSignal,
): Promise<{ readonly count: number; readonly answered: boolean }> {
  let count = 0;
  for (let start = 0; start < payments.length && !stopping.aborted; start += AT_ONCE) {
    const asked = payments.slice(start, start + AT_ONCE);
    const attempts = await Promise.all(asked.map((payment) => settlePayment(services, payment)));
    const settledNow = attempts.filter((attempt) => attempt === 'settled').length;
    count += settledNow;
    // Don't keep asking a service that isn't answering; wait for the next run.
    if (settledNow === 0 && (await isSilent(services, attempts))) return { count, answered: false };
  }
  return { count, answered: true };
}

/** Whether the host or the processor answers nothing at all, which these payments alone don't tell. */
async function isSilent(services: Services, attempts: readonly Attempt[]): Promise<boolean> {
  if (attempts.includes('hostSilent')) return true;
  return attempts.includes('unanswered') && !(await processorAnswers(services));
}

/**
 * `unanswered`: the processor didn't answer about this payment. `hostSilent`: the host answers nothing. `failed`: it
 * can't be settled now, which says nothing about the others. A charge that is `settled` may still wait for the
 * customer's confirmation.
 */
type Attempt = 'settled' | 'unanswered' | 'hostSilent' | 'failed';

/** Catches errors, so one payment doesn't block the others. */
export async function settlePayment(services: Services, payment: Payment): Promise<Attempt> {
  try {
    const outcome = await (payment.state === 'confirming'
      ? resolveConfirmation(services, payment)
      : askProcessor(services, payment));
    if (outcome.state === 'confirm') return 'settled';
    if (outcome.state === 'unanswered' && payment.state === 'unknown') return 'unanswered';
    await recordOutcome(services, { paymentId: payment.paymentId, outcome, cause: 'recovery' });
    return outcome.state === 'unanswered' ? 'unanswered' : 'settled';
  } catch (error) {
    services.log.error({ err: error, paymentId: payment.paymentId }, 'could not settle a payment');
    return (await isHostSilent(services, error)) ? 'hostSilent' : 'failed';
  }
}

/**
 * Asks the processor for the outcome. An automatic payment is charged once more under the same id, since no customer is
 * there to try again. The processor answers a repeated id without charging twice. Given up after a while.
 */
async function askProcessor(services: Services, payment: Payment): Promise<PaymentOutcome> {
  const { paymentId, timing, cardToken: token, stateSince } = payment;
  if (payment.methodType === 'ACH') return { state: 'drafted' };
  const givesUpAt = stateSince.add({ hours: CHARGED_AGAIN_FOR_HOURS });
  const isPatient = Temporal.Instant.compare(services.clock.now(), givesUpAt) < 0;
  try {
    if (timing === 'immediate' || token === null || !isPatient) return await services.cardProcessor.settle(paymentId);
    return await services.cardProcessor.charge(chargeRequest(services, payment, token));
  } catch (error) {
    if (!(error instanceof ProcessorUnavailable)) throw error;
    return { state: 'unanswered' };
  }
}
