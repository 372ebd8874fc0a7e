/**
 * How long the process that submits a payment is taken to be alive: longer than
 * the vault and the processor together may take. Too short does no harm, since a
 * payment that is settled as absent cannot be charged afterwards.
 */
export function submissionLeaseMs(processorTimeoutMs: number): number {
  return 2 * processorTimeoutMs + 5_000;
}

/** When the processor is asked again what became of a payment. */
export const ASK_AGAIN_AFTER_MS = 30_000;

/**
 * How long a scheduled or recurring payment is retried without an answer from the processor: longer than a weekend
 * outage. Its loan accepts no other payment meanwhile.
 */
export const CHARGED_AGAIN_FOR_HOURS = 7 * 24;

/** The session ends long before. */
export const HANDLE_MINUTES = 30;

/** More declined cards than this within an hour is card testing. */
export const DECLINED_CARDS_PER_HOUR = 20;

/** Per user, to add or check. */
export const METHODS_TRIED_PER_HOUR = 30;
