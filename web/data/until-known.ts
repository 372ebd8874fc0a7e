import type { SubmissionOutcome } from '#common/payments/submission-outcome.api.ts';
import type { Refused } from './client.ts';

/** What sending a submission once came to. */
export type Attempt =
  | { readonly kind: 'made'; readonly referenceNumber: string }
  | { readonly kind: 'refused'; readonly result: Refused }
  /** The server answered, but the answer does not say whether money moved. */
  | { readonly kind: 'doubtful'; readonly result: Refused }
  /** No answer arrived. */
  | { readonly kind: 'lost' };

/** How a submission ended. `notReceived`: it never reached the server and is not sent again. */
export type SubmissionEnd = Extract<Attempt, { kind: 'made' | 'refused' }> | { readonly kind: 'notReceived' };

export type AskedOutcome = Pick<SubmissionOutcome, 'Outcome' | 'ReferenceNumber' | 'RefusalCode'>;

/** How the outcome of one submission is learned. */
export interface OutcomeSource {
  /** Sends it again under the same key; null where only the key is left of it. */
  readonly send: (() => Promise<Attempt>) | null;
  /** Asks the server by key; undefined when there was no answer. */
  readonly ask: () => Promise<AskedOutcome | undefined>;
  /** Waits before a question; @returns false when there is no one to ask for any more. */
  readonly pause: (asked: number) => Promise<boolean>;
  /** How long ago it was sent for the first time. */
  readonly ageMs: () => number;
}

/**
 * After this long a request that was not received will not be: longer than the
 * server may work on one before it records it.
 */
export const NOT_RECEIVED_AFTER_MS = 60_000;

/**
 * Sends a submission and asks for its outcome until it is known. What never
 * arrived is sent again under the same key; that is safe however late a copy comes in.
 * @returns undefined when `pause` gave up
 */
export async function untilKnown({ send, ask, pause, ageMs }: OutcomeSource): Promise<SubmissionEnd | undefined> {
  let attempt: Attempt = send ? await send() : { kind: 'lost' };
  for (let asked = 0; ; asked += 1) {
    if (attempt.kind === 'made' || attempt.kind === 'refused') return attempt;
    if (!(await pause(asked))) return undefined;
    const outcome = await ask();
    const end = outcome && endOf(outcome);
    if (end) return end;
    if (outcome?.Outcome !== 'NotReceived') continue;
    // A doubtful answer was a plain refusal when nothing was recorded under the key.
    if (attempt.kind === 'doubtful' && attempt.result.status === 200) {
      return { kind: 'refused', result: attempt.result };
    }
    if (send) attempt = await send();
    else if (ageMs() > NOT_RECEIVED_AFTER_MS) return { kind: 'notReceived' };
  }
}

function endOf({ Outcome: outcome, ReferenceNumber: referenceNumber, RefusalCode: code }: AskedOutcome) {
  if (outcome === 'Made' && referenceNumber !== null) return { kind: 'made', referenceNumber } as const;
  if (outcome !== 'Refused') return undefined;
  return { kind: 'refused', result: { kind: 'refused', status: 200, codes: [code ?? 'Error'] } } as const;
}
