import type { Cents } from '#common/core/money.ts';
import { paymentTotal } from '#common/payments/rules/fees.ts';
import type { SubmissionError } from '#common/payments/rules/validate-submission.ts';
import type { Moment } from '#server/platform/clock.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import { holdLoan, isOfKind, judge } from './judge-submission.ts';
import { findSubmissionByKey, type KnownSubmission } from './known-submission.ts';
import { newPayment } from './new-payment.ts';
import { DECLINED_CARDS_PER_HOUR, submissionLeaseMs } from '#server/payments/payments.policy.ts';
import { countDeclinedCards, insertSubmittingPayment, type Payment } from '#server/payments/payments.queries.ts';
import { postDraft } from '#server/payments/settlement/post-draft.ts';
import { stillHolds } from './preview-token.ts';
import { recordRecurring, recordScheduled } from '#server/payments/schedules/record-set-up.ts';
import type { CardSource, ResolvedMethod } from '#server/payments/methods/submission-method.ts';
import type { SubmissionRequest } from './submission-request.ts';

export interface NewSubmission {
  readonly request: SubmissionRequest;
  /** When it arrived: the day it is paid on, and the time that the cut-off is compared with. */
  readonly moment: Moment;
  readonly method: ResolvedMethod;
  readonly keyHash: Uint8Array;
  readonly requestFingerprint: Uint8Array;
  readonly ipAddress: string;
}

/** What is left to do for a card, outside the transaction. */
export interface CardCharge {
  readonly paymentId: string;
  readonly totalCents: Cents;
  readonly source: CardSource;
}

export type RecordedSubmission =
  | { readonly kind: 'refused'; readonly error: SubmissionError }
  /** Another copy of it was first. */
  | { readonly kind: 'known'; readonly first: KnownSubmission }
  | { readonly kind: 'toCharge'; readonly charge: CardCharge }
  /** A bank draft is posted and waits for its file. */
  | { readonly kind: 'posted'; readonly payment: Payment }
  /** It will be made on a day to come, or again and again. */
  | { readonly kind: 'setUp'; readonly referenceNumber: string };

/**
 * Judges a submission under the lock of its loan and records the intent, in one
 * transaction; a bank draft of today is posted in the same one.
 */
export async function recordSubmission(
  services: Services,
  session: Session,
  submission: NewSubmission,
): Promise<RecordedSubmission> {
  const recorded = await inTransaction(services.database, (transaction) =>
    judgeAndRecord(services, session, transaction, submission),
  );
  if (recorded.kind === 'posted') services.metrics.payments.inc({ method: 'ACH', state: 'posted' });
  return recorded;
}

async function judgeAndRecord(
  services: Services,
  session: Session,
  transaction: Transaction,
  submission: NewSubmission,
): Promise<RecordedSubmission> {
  const { request, moment, method, keyHash } = submission;
  const held = await holdLoan(services, session, transaction, { accountNumber: request.accountNumber, moment });
  if (!held) return { kind: 'refused', error: 'Retrieving' };
  if (!isOfKind(held, request.accountType)) return { kind: 'refused', error: 'Invalid' };
  const known = await findSubmissionByKey(transaction, session.userId, keyHash);
  if (known) return { kind: 'known', first: known };
  const claimed = { ...request, method: method.submitted };
  const judged = await judge(services, session, transaction, held, claimed);
  if (!judged.ok) return { kind: 'refused', error: judged.error };
  if (method.source.kind === 'card' && (await triesNumbers(session, transaction, moment))) {
    return { kind: 'refused', error: 'SecurityNotAllowed' };
  }
  if (request.preview !== null && !(await stillHolds(services, session, transaction, held, submission))) {
    return { kind: 'refused', error: 'PreviewChanged' };
  }
  switch (request.plan.timing) {
    case 'immediate':
      return recordImmediate(services, session, transaction, submission);
    case 'scheduled':
      return recordScheduled(services, session, transaction, submission);
    case 'recurring':
      return recordRecurring(services, session, transaction, { submission, plan: request.plan, held });
  }
}

async function recordImmediate(
  services: Services,
  session: Session,
  transaction: Transaction,
  submission: NewSubmission,
): Promise<RecordedSubmission> {
  const { request, moment, method, keyHash } = submission;
  const payment = newPayment(session, submission);
  const leaseMs = submissionLeaseMs(services.config.cardProcessorTimeoutMs);
  if (!(await insertSubmittingPayment(transaction, payment, leaseMs))) {
    const other = await findSubmissionByKey(transaction, session.userId, keyHash);
    return other ? { kind: 'known', first: other } : { kind: 'refused', error: 'Generic' };
  }
  const { paymentId } = payment;
  const { source } = method;
  const totalCents = paymentTotal(request.amountCents, request.fees, request.additionalPrincipalCents);
  if (source.kind === 'bankAccount') {
    const draft = { amountCents: totalCents, numbers: source.numbers, moment, cause: 'submission' as const };
    return { kind: 'posted', payment: await postDraft(services, transaction, paymentId, draft) };
  }
  return { kind: 'toCharge', charge: { paymentId, totalCents, source } };
}

async function triesNumbers(session: Session, transaction: Transaction, { at }: Moment): Promise<boolean> {
  const anHourAgo = at.subtract({ hours: 1 });
  return (await countDeclinedCards(transaction, session.userId, anHourAgo)) >= DECLINED_CARDS_PER_HOUR;
}
