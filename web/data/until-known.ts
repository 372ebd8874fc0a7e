import type { LearnedOutcome } from '#common/payments/submission-outcome.wire.ts';
import type { Refused } from './client.ts';

export type Attempt =
  /** Only payments have a number. */
  | { readonly kind: 'made'; readonly referenceNumber: string | null; readonly pending?: boolean }
  | { readonly kind: 'refused'; readonly result: Refused }
  /** The server answered, but not whether money moved. */
  | { readonly kind: 'doubtful'; readonly result: Refused }
  | { readonly kind: 'lost' };

/**
 * The final outcome. `notReceived`: it never reached the server and is not sent again. `unknown`: the server lost it.
 */
export type SubmissionEnd =
  | Extract<Attempt, { kind: 'made' | 'refused' }>
  | { readonly kind: 'notReceived' | 'unknown' };

/** The means to find out a submission's outcome. */
export interface OutcomeSource {
  /** Sends it again with the same key; null if only the key is left. */
  readonly send: (() => Promise<Attempt>) | null;
  /** Asks the server by key; undefined without an answer. */
  readonly ask: () => Promise<LearnedOutcome | undefined>;
  /** Waits before asking; returns false when the session is over. */
  readonly pause: (asked: number) => Promise<boolean>;
  /** Time since it was first sent. */
  readonly ageMs: () => number;
}

/** After this time, a missing request won't arrive: longer than the server may work on one before recording it. */
export const NOT_RECEIVED_AFTER_MS = 60_000;

/**
 * Sends a submission and asks for its outcome until it is known. A request that never arrived is sent again with the
 * same key, which is safe however late a copy arrives.
 * Returns undefined if `pause` gave up.
 */
export async function untilKnown({ send, ask, pause, ageMs }: OutcomeSource): Promise<SubmissionEnd | undefined> {
  let attempt: Attempt = send ? await send() : { kind: 'lost' };
  for (let asked = 0; ; asked += 1) {
    if (attempt.kind === 'made' || attempt.kind === 'refused') return attempt;
    if (!(await pause(asked))) return undefined;
    const outcome = await ask();
    const end = outcome && endOf(outcome);
    // The answer in doubt named the failure that decided the outcome.
    const reference = attempt.kind === 'doubtful' ? attempt.result.reference : undefined;
    if (end?.kind === 'refused' && reference !== undefined) return { ...end, result: { ...end.result, reference } };
    if (end) return end;
    if (outcome?.kind !== 'notReceived') continue;
    // With nothing recorded under the key, a doubtful answer was a plain refusal; 503 is the host that was down.
    if (attempt.kind === 'doubtful' && [200, 503].includes(attempt.result.status)) {
      return { kind: 'refused', result: attempt.result };
    }
    if (send) attempt = await send();
    else if (ageMs() > NOT_RECEIVED_AFTER_MS) return { kind: 'notReceived' };
  }
}

/** Returns undefined while the outcome is open. */
function endOf(outcome: LearnedOutcome): SubmissionEnd | undefined {
  switch (outcome.kind) {
    case 'made':
    case 'unknown':
      return outcome;
    case 'pending':
      return { kind: 'made', referenceNumber: outcome.referenceNumber, pending: true };
    case 'refused':
      return { kind: 'refused', result: { kind: 'refused', status: 200, codes: [outcome.code] } };
    case 'notReceived':
    case 'inProgress':
    case 'confirming':
      return undefined;
  }
}
