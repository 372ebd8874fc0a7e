import type { PreviewedPayment } from '#common/payments/payment-preview.wire.ts';
import type { Refused, Unreachable } from '#web/data/client.ts';
import { clock } from '#web/data/clock.ts';
import { followSubmission } from '#web/data/follow-submissions.ts';
import { followedSubmissions, forgetSubmission, isAttended } from '#web/data/followed-submissions.ts';
import { refreshAccounts } from '#web/data/queries.ts';
import { currentSession } from '#web/data/session.ts';
import type { SubmissionEnd } from '#web/data/until-known.ts';
import { forgetPayoffQuotes } from '#web/payments/payments-data.ts';
import { refreshLoanInfo } from '#web/payments/refresh-loan-info.ts';
import { confirmationOf, keepConfirmation } from '../confirmation/payment-confirmation.ts';
import { previewProblem, submissionProblem, unknownOutcome } from './explain-problem.ts';
import type { SubmissionProblem } from './submission-problem.ts';
import { type Submission, submitPayment } from './submit-payment.ts';

export type SendingEnd =
  | { readonly kind: 'made' }
  /** The customer has left the dialog, or the session is over. */
  | { readonly kind: 'left' }
  | {
      readonly kind: 'problem';
      readonly problem: SubmissionProblem;
      /** The refusal stays under its key. */
      readonly isDefinite: boolean;
    };

/** Sends a payment and follows it until its outcome is known. Keeps what the confirmation shows of a payment made. */
export async function sendPayment(submission: Submission, promise: PreviewedPayment): Promise<SendingEnd> {
  const { payment, draftAgreementToken, key } = submission;
  const accountNumber = payment.account.number;
  const customerId = currentSession()?.customerId ?? '';
  forgetEarlierOutcomes(accountNumber);
  const end = await followSubmission({ kind: 'payment', key, customerId, accountNumber, sentAtMs: clock.nowMs() }, () =>
    submitPayment(submission),
  );
  forgetPayoffQuotes(accountNumber);
  if (!end || !isAttended(key)) return { kind: 'left' };
  forgetSubmission(key);
  if (end.kind === 'made' && end.referenceNumber !== null) {
    const { referenceNumber, pending = false } = end;
    keepConfirmation(confirmationOf(payment, promise, { referenceNumber, pending }, draftAgreementToken));
    await refreshAccounts();
    return { kind: 'made' };
  }
  // A submission that can be sent again always ends as made or refused.
  const problem = end.kind === 'refused' ? submissionProblem(end.result) : unknownOutcome;
  // The handle of the visit has expired; the next attempt needs a new one.
  if (problem.message.kind === 'text' && problem.message.key === 'paymentError.New') {
    await refreshLoanInfo(accountNumber);
  }
  return { kind: 'problem', problem, isDefinite: end.kind === 'refused' && end.result.status === 200 };
}

/** Explains why a preview failed. */
export function explainPreview(result: Refused | Unreachable): SubmissionProblem {
  return previewProblem(result);
}

/**
 * A notice that nothing was charged would read as the next payment's outcome. One that a card was charged stays until
 * the customer closes it.
 */
function forgetEarlierOutcomes(accountNumber: string): void {
  for (const { submission, end } of followedSubmissions()) {
    const isOfAccount = submission.kind === 'payment' && submission.accountNumber === accountNumber;
    if (isOfAccount && end && wasNotCharged(end)) forgetSubmission(submission.key);
  }
}

function wasNotCharged(end: SubmissionEnd): boolean {
  if (end.kind === 'refused') return !end.result.codes.some((code) => code === 'Unapplied' || code === 'Refunded');
  return end.kind === 'notReceived';
}
