import { randomUUIDv7 } from 'node:crypto';
import type { SubmissionError } from '#common/payments/rules/validate-submission.ts';
import type { GuardReading } from '#server/host-tasks/host-tasks.queries.ts';
import type { ResolvedMethod } from '#server/payments/methods/submission-method.ts';
import type { NewPayment, Payment } from '#server/payments/payments.queries.ts';
import { type SeenLoan, createReferenceNumber } from '#server/payments/payment-handle.ts';
import type { Moment } from '#server/platform/clock.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import type { LoanContext } from './check-submission.ts';
import type { KnownSubmission } from './known-submission.queries.ts';
import type { SubmissionRequest } from './submission-request.ts';
import type { CardCharge } from '#server/payments/settlement/charge-card.ts';

export interface NewSubmission {
  readonly request: SubmissionRequest;
  /** The time of arrival: decides the payment day and whether the cut-off has passed. */
  readonly moment: Moment;
  readonly method: ResolvedMethod;
  /** Of the loan, read before the host is asked about it. */
  readonly guard: GuardReading;
  /** The loan when the payment screen opened. */
  readonly seen: SeenLoan | null;
  readonly keyHash: Uint8Array;
  readonly requestFingerprint: Uint8Array;
  readonly ipAddress: string;
}

export type RecordedSubmission =
  | { readonly kind: 'refused'; readonly error: SubmissionError }
  /** A parallel copy was recorded first. */
  | { readonly kind: 'known'; readonly first: KnownSubmission }
  | { readonly kind: 'toCharge'; readonly charge: CardCharge }
  /** A recorded bank draft; it joins a bank file once the host has posted the payment. */
  | { readonly kind: 'toPost'; readonly payment: Payment }
  | { readonly kind: 'planned'; readonly referenceNumber: string };

/**
 * Records a checked submission: a payment made now, scheduled, or recurring. The route names it, so a payment made now
 * does not enter the code of the other two. Throws for a submission of another timing.
 */
export type RecordIntent = (
  services: Services,
  session: Session,
  transaction: Transaction,
  checked: { readonly submission: NewSubmission; readonly context: LoanContext },
) => Promise<RecordedSubmission>;

/** Builds the record of a one-time payment, immediate or scheduled. */
export function newPayment(session: Session, submission: NewSubmission): NewPayment {
  const { request, moment, method, keyHash, requestFingerprint } = submission;
  return {
    paymentId: randomUUIDv7(),
    referenceNumber: createReferenceNumber(),
    userId: session.userId,
    customerId: session.customerId,
    accountNumber: request.accountNumber,
    payOn: request.payOn,
    amountCents: request.amountCents,
    additionalPrincipalCents: request.additionalPrincipalCents,
    firstPartyFeeCents: request.fees.firstPartyCents,
    thirdPartyFeeCents: request.fees.thirdPartyCents,
    isPayoff: request.isPayoff,
    timing: request.plan.timing,
    occurrence: null,
    method: method.snapshot,
    keyHash,
    requestFingerprint,
    at: moment.at,
  };
}
