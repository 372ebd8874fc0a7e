import { HostUnavailable } from '#server/host/host-errors.ts';
import type { PaymentProjection } from '#server/host/host-payments.ts';
import type { Moment } from '#server/platform/clock.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { readGuard, type GuardReading } from '#server/host-tasks/host-tasks.queries.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { CountedTry } from '#server/platform/http/request-limits.ts';
import type { Services } from '#server/services.ts';
import {
  isOfKind,
  describeContext,
  type LoanReading,
  readLoan,
  type LoanContext,
} from '#server/payments/read-payment-terms.ts';
import {
  findSubmissionByKey,
  type LoanPayments,
  readLoanPayments,
  type KnownSubmission,
} from './submission.queries.ts';
import type { Payment } from '#server/payments/payments.queries.ts';
import {
  isTakenPayment,
  type NewPayment,
  recordSubmitting,
  submissionLeaseMs,
} from '#server/payments/payment-changes.queries.ts';
import { recordDraft, recordDraftAuthorization } from '#server/payments/settlement/bank-drafts.queries.ts';
import { stillHolds, projectPromised } from './promise.ts';
import { addCents, type Cents } from '#common/core/money.ts';
import { processingFee } from '#common/payments/rules/fees.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import {
  findSubmissionError,
  type PaymentSubmission,
  type SubmissionError,
} from '#common/payments/rules/validate-submission.ts';
import { randomUUIDv7 } from 'node:crypto';
import type { ResolvedMethod } from '#server/payments/methods/submission-method.ts';
import { type SeenLoan } from '#server/payments/submit/submission-request.wire.ts';
import { createReferenceNumber } from '#server/platform/crypto/random-tokens.ts';
import type { SubmissionRequest } from './submission-request.wire.ts';
import type { CardCharge } from '#server/payments/settlement/charge-card.ts';

/** More declined cards than this per hour is treated as card testing. */
const DECLINED_CARDS_PER_HOUR = 20;

interface NewSubmission {
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
  /** The counted check of a bank account typed in and accepted. */
  readonly counted?: CountedTry | undefined;
}

type RecordedSubmission =
  | { readonly kind: 'refused'; readonly error: SubmissionError }
  /** A parallel copy was recorded first. */
  | { readonly kind: 'known'; readonly first: KnownSubmission }
  | { readonly kind: 'toCharge'; readonly charge: CardCharge }
  /** A recorded bank draft; it joins a bank file once the host has posted the payment. */
  | { readonly kind: 'toPost'; readonly payment: Payment }
  | { readonly kind: 'planned'; readonly referenceNumber: string };

/**
 * Records a checked submission: a payment made now, scheduled, or recurring. The route names the timing, so a payment made now
 * doesn't run the code of the other two. Throws for a submission of another timing.
 */
export type RecordIntent = (
  services: Services,
  session: Session,
  transaction: Transaction,
  checked: { readonly submission: NewSubmission; readonly context: LoanContext },
) => Promise<RecordedSubmission>;

interface Reading extends LoanReading {
  readonly projection: PaymentProjection | undefined;
  /** The host is down, so the figures are those of the payment screen and the preview can't be computed again. */
  readonly isSeen?: true;
}

/**
 * Validates a submission and records the intent, in one transaction under the account's guard.
 * @param record for its timing; another one throws
 */
export async function recordSubmission(
  services: Services,
  session: Session,
  submission: NewSubmission,
  record: RecordIntent,
): Promise<RecordedSubmission> {
  try {
    return await readThenRecord(services, session, submission, record);
  } catch (error) {
    await submission.counted?.giveBack();
    if (!isTakenPayment(error)) throw error;
    const other = await findSubmissionByKey(services.database, session.userId, submission.keyHash);
    return other ? { kind: 'known', first: other } : { kind: 'refused', error: 'Generic' };
  }
}

function readThenRecord(
  services: Services,
  session: Session,
  submission: NewSubmission,
  record: RecordIntent,
): Promise<RecordedSubmission> {
  const { request, moment, method } = submission;
  const readHost = async (): Promise<Reading> => {
    const reading = await readLoan(services, session, request.accountNumber, moment, request);
    const isPreviewed = reading.loan && request.preview !== null;
    const projection = isPreviewed ? await projectPromised(services, reading.loan, moment, request) : undefined;
    return { ...reading, projection };
  };
  const read = async (): Promise<Reading> => {
    try {
      return await readHost();
    } catch (error) {
      const seen = error instanceof HostUnavailable ? await findSeen(services, session, submission) : undefined;
      if (!seen) throw error;
      return seen;
    }
  };
  const { accountNumber } = request;
  // A card entered on the processor's page counts as new, like one typed here.
  const isNewCard = method.source.kind === 'card' || 'tokenized' in method.submitted;
  const cardsDeclinedSince = isNewCard ? moment.at.subtract({ hours: 1 }) : undefined;
  const asked = { userId: session.userId, accountNumber, keyHash: submission.keyHash, cardsDeclinedSince };
  return readThenChange(
    services.database,
    accountSubject(accountNumber),
    read,
    (transaction, reading, payments: LoanPayments) => {
      submission.counted?.giveBackLate(transaction);
      return checkAndRecord(services, session, transaction, submission, { ...reading, payments }, record);
    },
    { readHeld: (transaction) => readLoanPayments(transaction, asked), first: submission.guard },
  );
}

/**
 * Returns the facts that decide a bank payment made today while the host is down. The account's guard has the version it had
 * when the screen opened, so no payment on the loan was posted since; an unsettled one is refused by the rules.
 */
async function findSeen(
  { database, institution }: Services,
  { customerId }: Session,
  { request, method, moment, seen }: NewSubmission,
): Promise<Reading | undefined> {
  const isAccepted = institution.options['paymentOptions.acceptPendingAch'] && request.plan.timing === 'immediate';
  if (!isAccepted || method.source.kind !== 'bankAccount' || !seen) return undefined;
  const { loan, asOf, version } = seen;
  if (asOf !== moment.today || seen.customerId !== customerId) return undefined;
  // Read again, because the submission may be at another attempt; the transaction checks that it is still the same.
  const guard = await readGuard(database, accountSubject(request.accountNumber));
  if (guard.version !== version) return undefined;
  return { loan, payoffCents: loan.payoffCents, projection: undefined, isSeen: true };
}

async function checkAndRecord(
  services: Services,
  session: Session,
  transaction: Transaction,
  submission: NewSubmission,
  { loan, payoffCents, projection, isSeen, payments }: Reading & { readonly payments: LoanPayments },
  record: RecordIntent,
): Promise<RecordedSubmission> {
  const { request, moment, method, keyHash } = submission;
  if (!loan) return { kind: 'refused', error: 'Retrieving' };
  if (!isOfKind({ loan }, request.accountType)) return { kind: 'refused', error: 'Invalid' };
  const known = payments.kindOfKey && (await findSubmissionByKey(transaction, session.userId, keyHash));
  if (known) return { kind: 'known', first: known };
  const context = describeContext(services, session, loan, moment, payments);
  const claimed = { ...request, method: method.submitted };
  const checked = checkSubmission(context, claimed, payoffCents);
  if (!checked.ok) return { kind: 'refused', error: checked.error };
  if (payments.declinedCardCount >= DECLINED_CARDS_PER_HOUR) return { kind: 'refused', error: 'SecurityNotAllowed' };
  if (request.preview !== null && !isSeen && !stillHolds(services, session, context, submission, projection)) {
    return { kind: 'refused', error: 'PreviewChanged' };
  }
  return record(services, session, transaction, { submission, context });
}

/** Validates a payment. The loan's guard must be held. */
function checkSubmission(
  { terms, settings, circumstances }: LoanContext,
  submission: PaymentSubmission,
  payoffCents: Cents | undefined,
): Result<void, SubmissionError> {
  if (payoffCents === undefined) return failure('PayOffQuote');
  const error = findSubmissionError(submission, terms, settings, circumstances, payoffCents);
  return error ? failure(error) : success(undefined);
}

export const recordImmediate: RecordIntent = (services, session, transaction, { submission }) => {
  const { request, moment, method } = submission;
  if (request.plan.timing !== 'immediate') throw new Error(`A ${request.plan.timing} payment is not made today`);
  const leaseMs = submissionLeaseMs(services.config.network.cardTimeoutMs);
  const payment = recordSubmitting(transaction, newPayment(session, submission), leaseMs);
  const { paymentId, referenceNumber, accountNumber, totalCents } = payment;
  const { source } = method;
  if (source.kind === 'bankAccount') {
    const { companyNumber } = session;
    recordDraft(services, transaction, payment, {
      amountCents: totalCents,
      numbers: source.numbers,
      moment,
      companyNumber,
    });
    authorizeOnce(services, session, transaction, submission, paymentId);
    return Promise.resolve({ kind: 'toPost', payment });
  }
  return Promise.resolve({
    kind: 'toCharge',
    charge: { paymentId, referenceNumber, accountNumber, totalCents, source },
  });
};

/** Keeps what was authorized by submitting a one-time bank draft, immediate or scheduled. */
export function authorizeOnce(
  { institution }: Services,
  session: Session,
  transaction: Transaction,
  { request, method, moment, ipAddress }: NewSubmission,
  paymentId: string,
): void {
  recordDraftAuthorization(institution, transaction, session, {
    authorized: paymentId,
    timing: request.plan.timing,
    totalCents: addCents(request.amountCents, request.additionalPrincipalCents, processingFee(request.fees)),
    payOn: request.payOn,
    lastFour: method.snapshot.lastFour,
    at: moment.at,
    ipAddress,
  });
}

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
