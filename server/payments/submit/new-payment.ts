import { randomUUIDv7 } from 'node:crypto';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { NewPayment } from '#server/payments/payments.queries.ts';
import type { NewSubmission } from './new-submission.ts';
import { createReferenceNumber } from '#server/payments/reference-number.ts';

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
