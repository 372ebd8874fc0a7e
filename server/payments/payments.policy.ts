import type { Institution } from '#common/institution/institution.ts';
import type { Payment } from './payments.queries.ts';

/**
 * How long a submitting process may take before another takes the payment over: longer than vault and processor
 * timeouts together. Too short does no harm, since a payment settled as absent cannot be charged afterwards.
 */
export function submissionLeaseMs(processorTimeoutMs: number): number {
  return 2 * processorTimeoutMs + 5_000;
}

/** Wait before asking the processor again about a payment with no outcome. */
export const ASK_AGAIN_AFTER_MS = 30_000;

/** How long a customer may take to confirm a card payment. Until then the loan takes no other payment. */
export const CONFIRM_WITHIN_MINUTES = 15;

/**
 * How long a scheduled or recurring payment is retried without an answer from the processor: longer than a weekend
 * outage. The loan accepts no other payment meanwhile.
 */
export const CHARGED_AGAIN_FOR_HOURS = 7 * 24;

/** Longer than any session lasts. */
export const HANDLE_MINUTES = 30;

/** More declined cards than this per hour is treated as card testing. */
export const DECLINED_CARDS_PER_HOUR = 20;

/** Per user; adding and checking both count. */
export const METHODS_TRIED_PER_HOUR = 30;

/** Per user, so patience doesn't make the check of bank accounts a directory of those that exist. */
export const METHODS_TRIED_PER_DAY = 60;

/**
 * Whether a payment without an outcome will be made. Nothing about a bank draft is unknown: it is recorded, and the host
 * posts it or refuses it.
 */
export function isAcceptedAsPending(institution: Institution, payment: Pick<Payment, 'methodType'>): boolean {
  return payment.methodType === 'ACH' && institution.options['paymentOptions.acceptPendingAch'];
}
