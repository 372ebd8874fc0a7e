import { indexBankAccount } from '#server/payments/settlement/bank-drafts.queries.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { timingSafeEqual } from 'node:crypto';
import { failure, type Result, success } from '#common/core/results.ts';
import { loginKeyOf } from '#common/identity/rules/login-key.ts';
import type { HostCustomer } from '#server/host/host.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { CountedTry } from '#server/platform/http/request-limits.ts';
import type { Services } from '#server/services.ts';
import type { CardCharge } from '#server/payments/settlement/charge-card.ts';
import {
  type AskedMethod,
  findSubmissionByKey,
  type KnownSubmission,
  readSubmissionStart,
} from './submission.queries.ts';
import { methodMayBeUsedOnce } from '#server/payments/read-payment-terms.ts';
import { findPaymentByKey, type Payment } from '#server/payments/payments.queries.ts';
import { submissionLeaseMs } from '#server/payments/payment-changes.queries.ts';
import { type AfterRefusal, postDrafted } from '#server/payments/settlement/change-payment-state.command.ts';
import { type RecordIntent, recordSubmission } from './record-submission.command.ts';
import { namesOwner } from '#common/registration/rules/person-names.ts';
import { includesAll } from '#server/institution/agreements/texting-terms.ts';
import { assertConfirmed } from '#server/identity/confirmation/identity-confirmation.ts';
import { resolveMethod } from '#server/payments/methods/submission-method.ts';
import {
  fingerprintOf,
  readKey,
  readSubmission,
  type RequestedMethod,
  type SubmissionBody,
  type SubmissionRequest,
} from './submission-request.wire.ts';
import type { Institution } from '#common/institution/institution.ts';

/** A copy polls for the first one's outcome, at growing intervals. */
const FIRST_LOOK_MS = 50;
const RAREST_LOOK_MS = 1_000;

/** An accepted payment, or a code of the payment error catalog (P 8). */
export type SubmissionAnswer = Result<AcceptedPayment>;

export interface AcceptedPayment {
  readonly referenceNumber: string;
  /** The host is down; it posts the payment later, or the customer gets an email. */
  readonly pending: boolean;
}

/** Charges a card and records the outcome; undefined when that failed. */
export type ChargeNow = (services: Services, charge: CardCharge, siteUrl: string) => Promise<Payment | undefined>;

export interface SubmissionOrigin {
  readonly header: string | undefined;
  readonly ipAddress: string;
  readonly siteUrl: string;
}

/**
 * Makes, schedules or sets up a payment, at most once per key: a repeated submission, parallel or later, gets the first
 * answer. Reads the clock once, so all checks use the same day and time around midnight and the cut-off.
 * @param record for the submission's timing
 * @param charge for a card that is charged now; a payment by bank account doesn't enter its code
 */
export async function submitPayment(
  services: Services,
  session: Session,
  submission: SubmissionBody,
  { header, ipAddress, siteUrl }: SubmissionOrigin,
  record: RecordIntent,
  charge?: ChargeNow,
): Promise<SubmissionAnswer> {
  const moment = services.clock.moment();
  const key = readKey(services, session, { submission, header, at: moment.at });
  const request = readSubmission(submission);
  if (!key || !request || !isOwnSession(request, session)) return failure('Invalid');
  const requestFingerprint = fingerprintOf(services, submission);

  const { keyHash } = key;
  const { userId } = session;
  const { accountNumber } = request;
  const asked = { userId, keyHash, accountNumber, method: askedMethod(services, request.method) };
  const { isKnown, guard, method: known, agreed } = await readSubmissionStart(services.database, asked);
  const first = isKnown ? await findSubmissionByKey(services.database, userId, keyHash) : undefined;
  if (first) return answerAgain(services, first, keyHash, requestFingerprint);
  if (key.expired) return failure('New');

  if (!('profileId' in request.method) && !methodMayBeUsedOnce(services, session, request.method.type))
    return failure('Invalid');
  // A bank draft is authorized under the terms. The review asks for them first, so only a bypass or a stale page fails.
  if (agreed && !includesAll('ach', services.institution, agreed)) return failure('AchTerms');
  const owner = await findOwner(services, session, request.method);
  if (owner?.isAnother) await assertConfirmed(services, session);
  let counted: CountedTry | undefined;
  const keep = (count: CountedTry) => (counted = count);
  const method = await resolveMethod(services, session, request.method, { known, keep });
  if (!method.ok) return method;
  const checked = {
    request,
    moment,
    method: method.value,
    guard,
    seen: key.seen,
    keyHash,
    requestFingerprint,
    ipAddress,
    counted,
  };
  const recorded = await recordSubmission(services, session, checked, record);
  switch (recorded.kind) {
    case 'refused':
      return failure(recorded.error);
    case 'known':
      return answerAgain(services, recorded.first, keyHash, requestFingerprint);
    case 'planned':
      return accepted(recorded.referenceNumber);
    case 'toPost':
      return postAndAnswer(services, recorded.payment, owner?.customer);
    case 'toCharge':
      if (!charge) throw new Error('The route of the submission charges no cards');
      return chargeAndAnswer(services, recorded.charge, siteUrl, charge);
  }
}

/** The session determines the payer; a request that names another was tampered with. */
function isOwnSession(request: SubmissionRequest, session: Session): boolean {
  const sameName = loginKeyOf(request.loginName) === loginKeyOf(session.loginName);
  return sameName && request.companyNumber === session.companyNumber;
}

async function postAndAnswer(
  services: Services,
  drafted: Payment,
  customer: HostCustomer | undefined,
): Promise<SubmissionAnswer> {
  const payment = await postDrafted(services, drafted, { cause: 'submission', known: customer, afterRefusal });
  return answerOf(services, payment ?? drafted);
}

/** A payment made today follows no schedule, so nothing needs to be settled there. */
const afterRefusal: AfterRefusal = (_services, _transaction, { paymentId, timing }) => {
  if (timing !== 'immediate') throw new Error(`Payment ${paymentId} was planned, so its schedule must be settled`);
  return Promise.resolve();
};

/** Returns the payment's outcome, or a warning not to pay again while it is unknown. */
async function chargeAndAnswer(
  services: Services,
  wanted: CardCharge,
  siteUrl: string,
  charge: ChargeNow,
): Promise<SubmissionAnswer> {
  const payment = await charge(services, wanted, siteUrl);
  return payment ? answerOf(services, payment) : failure('Generic');
}

/** Waits for the first copy's outcome. Refuses a different request with the same key. */
async function answerAgain(
  services: Services,
  known: KnownSubmission,
  keyHash: Uint8Array,
  requestFingerprint: Uint8Array,
): Promise<SubmissionAnswer> {
  const first = known.kind === 'payment' ? known.payment : known.recurring;
  if (!timingSafeEqual(first.requestFingerprint, requestFingerprint)) return failure('Generic');
  if (known.kind === 'recurring') return accepted(known.recurring.referenceNumber);
  const longestMs = submissionLeaseMs(services.config.network.cardTimeoutMs);
  let { payment } = known;
  let pauseMs = FIRST_LOOK_MS;
  for (let waitedMs = 0; payment.state === 'submitting' && waitedMs < longestMs; waitedMs += pauseMs) {
    await sleep(pauseMs);
    payment = (await findPaymentByKey(services.database, payment.userId, keyHash)) ?? payment;
    pauseMs = Math.min(2 * pauseMs, RAREST_LOOK_MS);
  }
  return answerOf(services, payment);
}

/** Warns the customer not to pay again while the outcome is unknown. */
function answerOf({ institution }: Pick<Services, 'institution'>, payment: Payment): SubmissionAnswer {
  switch (payment.state) {
    case 'declined':
      return failure(payment.declineReason ?? 'Error');
    case 'posted':
    case 'returned':
    case 'scheduled':
    case 'cancelled':
      return accepted(payment.referenceNumber);
    case 'confirming':
      return failure('Confirming');
    case 'unapplied':
      return failure('Unapplied');
    case 'refunded':
      return failure('Refunded');
    case 'created':
    case 'submitting':
    case 'unknown':
      return isAcceptedAsPending(institution, payment) ? accepted(payment.referenceNumber, true) : failure('Generic');
  }
}

function accepted(referenceNumber: string, pending = false): SubmissionAnswer {
  return success({ referenceNumber, pending });
}

function askedMethod(services: Services, method: RequestedMethod): AskedMethod {
  if ('profileId' in method) return { profileId: method.profileId };
  return isTypedAccount(method) ? { accountIndex: indexBankAccount(services, method.entry) } : undefined;
}

function isTypedAccount(
  method: RequestedMethod,
): method is Extract<RequestedMethod, { readonly type: 'ACH'; readonly entry: object }> {
  return 'entry' in method && method.type === 'ACH';
}

/** The customer, and whether a single-use bank account is in another person's name. Reads nothing for other methods. */
async function findOwner(
  { host }: Services,
  { customerId }: Session,
  method: RequestedMethod,
): Promise<{ readonly customer: HostCustomer | undefined; readonly isAnother: boolean } | undefined> {
  if (!isTypedAccount(method)) return undefined;
  const customer = await host.findCustomer(customerId);
  return { customer, isAnother: !namesOwner(method.entry.ownerName, customer?.personalName ?? '') };
}

/**
 * Whether a payment without an outcome will be made. Nothing about a bank draft is unknown: it is recorded, and the host
 * posts it or refuses it.
 */
export function isAcceptedAsPending(institution: Institution, payment: Pick<Payment, 'methodType'>): boolean {
  return payment.methodType === 'ACH' && institution.options['paymentOptions.acceptPendingAch'];
}
