import type { Cents } from '#common/core/money.ts';
import type { SubmissionError } from '#common/payments/rules/validate-submission.ts';
import type { CardSource, ResolvedMethod } from '#server/payments/methods/submission-method.ts';
import type { Moment } from '#server/platform/clock.ts';
import type { KnownSubmission } from './known-submission.ts';
import type { SubmissionRequest } from './submission-request.ts';

export interface NewSubmission {
  readonly request: SubmissionRequest;
  /** The time of arrival: decides the payment day and whether the cut-off has passed. */
  readonly moment: Moment;
  readonly method: ResolvedMethod;
  readonly keyHash: Uint8Array;
  readonly requestFingerprint: Uint8Array;
  readonly ipAddress: string;
}

export interface CardCharge {
  readonly paymentId: string;
  readonly referenceNumber: string;
  readonly accountNumber: string;
  readonly totalCents: Cents;
  readonly source: CardSource;
}

export type RecordedSubmission =
  | { readonly kind: 'refused'; readonly error: SubmissionError }
  /** A parallel copy was recorded first. */
  | { readonly kind: 'known'; readonly first: KnownSubmission }
  | { readonly kind: 'toCharge'; readonly charge: CardCharge }
  /** A recorded bank draft; it joins a bank file once the host has posted the payment. */
  | { readonly kind: 'toPost'; readonly paymentId: string; readonly referenceNumber: string }
  | { readonly kind: 'planned'; readonly referenceNumber: string };
