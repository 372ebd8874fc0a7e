import { timingSafeEqual } from 'node:crypto';
import type { PaymentProjection } from '#server/host/host-payments.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import type { LoanContext } from './check-submission.ts';
import type { MethodSnapshot } from '#server/payments/payments.queries.ts';
import { type PaymentPromise, type PromisedMethod, promisePayment } from './promise.ts';
import type { NewSubmission } from './new-submission.ts';

/** How long a preview stays valid. */
const PREVIEW_MINUTES = 10;

export interface SignedPreview {
  readonly token: string;
  readonly validUntil: Temporal.Instant;
}

/** Signs what the customer was shown. The token contains only the expiry and the signature. */
export function signPreview(
  services: Pick<Services, 'cipher'>,
  { userId }: Pick<Session, 'userId'>,
  promise: PaymentPromise,
  at: Temporal.Instant,
): SignedPreview {
  const validUntil = at.add({ minutes: PREVIEW_MINUTES });
  const until = String(validUntil.epochMilliseconds);
  const signature = signatureOf(services, userId, until, promise).toString('base64url');
  return { token: `${until}.${signature}`, validUntil };
}

/** Returns whether the submitted payment is still the one the customer was shown. */
export function stillHolds(
  services: Services,
  { userId }: Session,
  context: LoanContext,
  { request, method, moment }: NewSubmission,
  projection: PaymentProjection | undefined,
): boolean {
  const [until = '', signature = ''] = (request.preview ?? '').split('.');
  if (!/^\d{1,15}$/.test(until) || Number(until) < moment.at.epochMilliseconds) return false;
  const promise = promisePayment(services, context, request, promisedMethod(method.snapshot), projection);
  const expected = signatureOf(services, userId, until, promise);
  const given = Buffer.from(signature, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function promisedMethod(method: MethodSnapshot): PromisedMethod {
  const { type, lastFour } = method;
  return { type, lastFour, debitCredit: method.type === 'Card' ? method.debitCredit : null };
}

function signatureOf(
  services: Pick<Services, 'cipher'>,
  userId: number,
  until: string,
  promise: PaymentPromise,
): Buffer {
  return Buffer.from(services.cipher.blindIndex(JSON.stringify([userId, until, promise]), 'payment-preview'));
}
