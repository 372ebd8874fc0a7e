import { noErrors } from '../contract/answers.ts';
import type { SubmissionOutcome } from './submission-outcome.api.ts';

/** The outcome of a submission. `pending`: accepted, and posted once the host is back. */
export type KnownOutcome =
  | { readonly kind: 'notReceived' }
  /** Recorded, so it has its number, which the customer can name on the phone. */
  | { readonly kind: 'inProgress'; readonly referenceNumber: string }
  | { readonly kind: 'made' | 'pending'; readonly referenceNumber: string }
  /** The customer has to confirm it at their bank, on the page with this address. */
  | { readonly kind: 'confirming'; readonly url: string; readonly minutesLeft: number }
  /** The code of the submission's answer (P 8). */
  | { readonly kind: 'refused'; readonly code: string };

/** As the browser learns it. Only payments have a number. */
export type LearnedOutcome =
  | Exclude<KnownOutcome, { readonly referenceNumber: string }>
  | { readonly kind: 'inProgress'; readonly referenceNumber: string | null }
  | { readonly kind: 'made'; readonly referenceNumber: string | null }
  | { readonly kind: 'pending'; readonly referenceNumber: string | null }
  /** The server lost it. */
  | { readonly kind: 'unknown' };

const undecided = { ...noErrors, ReferenceNumber: null, RefusalCode: null, Confirmation: null } as const;

export function submissionOutcomeToWire(outcome: KnownOutcome): SubmissionOutcome {
  switch (outcome.kind) {
    case 'notReceived':
      return { ...undecided, Outcome: 'NotReceived' };
    case 'inProgress':
      return { ...undecided, Outcome: 'InProgress', ReferenceNumber: outcome.referenceNumber };
    case 'pending':
      return { ...undecided, Outcome: 'Pending', ReferenceNumber: outcome.referenceNumber };
    case 'confirming':
      return {
        ...undecided,
        Outcome: 'Confirming',
        Confirmation: { Url: outcome.url, MinutesLeft: outcome.minutesLeft },
      };
    case 'made':
      return { ...undecided, Outcome: 'Made', ReferenceNumber: outcome.referenceNumber };
    case 'refused':
      return { ...undecided, Outcome: 'Refused', RefusalCode: outcome.code };
  }
}

/** The inverse of {@link submissionOutcomeToWire}. */
export function submissionOutcomeFromWire(answer: SubmissionOutcome): LearnedOutcome {
  const { Outcome: outcome, ReferenceNumber: referenceNumber, Confirmation: page } = answer;
  switch (outcome) {
    case 'NotReceived':
      return { kind: 'notReceived' };
    case 'InProgress':
      return { kind: 'inProgress', referenceNumber };
    case 'Confirming':
      return page
        ? { kind: 'confirming', url: page.Url, minutesLeft: page.MinutesLeft }
        : { kind: 'inProgress', referenceNumber };
    case 'Refused':
      return { kind: 'refused', code: answer.RefusalCode ?? 'Error' };
    case 'Pending':
      return { kind: 'pending', referenceNumber };
    case 'Made':
      return { kind: 'made', referenceNumber };
  }
}
