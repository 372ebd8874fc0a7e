import { useNavigate } from '@tanstack/react-router';
import { useAction } from '#web/data/use-action.ts';
import { useEffect, useState } from 'react';
import { clock } from '#web/data/clock.ts';
import {
  type CardConfirmation,
  type FollowedSubmission,
  forgetSubmission,
  followSubmission,
  isAttended,
  leaveSubmission,
  useFollowedSubmissions,
} from '#web/data/followed-submissions.ts';
import { forgetPayoffQuotes } from '#web/payments/payments-data.ts';
import { refreshLoanInfo } from '#web/payments/refresh-loan-info.ts';
import { refreshAccounts } from '#web/data/queries.ts';
import { currentSession } from '#web/data/session.ts';
import type { SubmissionEnd } from '#web/data/until-known.ts';
import { paths } from '#web/paths.ts';
import { confirmationOf, keepConfirmation } from '../confirmation/payment-confirmation.ts';
import type { ReadyPayment } from './ready-payment.ts';
import { maySubmitAgain, type SubmissionProblem, submissionProblem, unknownOutcome } from './submission-problem.ts';
import { submitPayment } from './submit-payment.ts';
import { type PreviewState, usePreview } from './use-preview.ts';

export interface SubmissionControl {
  /** The confirm dialog is open. */
  readonly asking: boolean;
  readonly sending: boolean;
  /** The progress; a lost answer is asked for by key. */
  readonly stage: 'sending' | 'asking' | 'slow';
  /** Of a payment without an outcome, once known. */
  readonly referenceNumber: string | null;
  /** The payment waits for the customer's confirmation at the bank. */
  readonly confirming: { readonly submissionKey: string; readonly confirmation: CardConfirmation } | null;
  /** Closes the dialog; the shell's notice shows the outcome. */
  readonly leave: () => void;
  /** The server's preview; required for submitting. */
  readonly preview: PreviewState;
  readonly tryPreviewAgain: () => void;
  readonly ask: () => void;
  readonly cancel: () => void;
  /** @param draftAgreementToken if the institution requires an agreement */
  readonly submit: (draftAgreementToken: string | null) => Promise<void>;
}

/**
 * From the confirm dialog to the confirmation. Opening the dialog creates the key, so all attempts until a definite
 * answer are one payment.
 */
export function useSubmission(
  payment: ReadyPayment | null,
  onProblem: (problem: SubmissionProblem | null) => void,
): SubmissionControl {
  const navigate = useNavigate();
  const [key, setKey] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const { preview, load, renew } = usePreview(payment);
  const all = useFollowedSubmissions();

  async function submitOnce(draftAgreementToken: string | null) {
    if (!payment || key === null || preview.state !== 'ready') return;
    const accountNumber = payment.account.number;
    const { promise, token } = preview.preview;
    const submission = { payment, preview: token, draftAgreementToken, key };
    const customerId = currentSession()?.customerId ?? '';
    forgetEarlierOutcomes(all, accountNumber);
    const end = await followSubmission(
      { kind: 'payment', key, customerId, accountNumber, sentAtMs: clock.nowMs() },
      () => submitPayment(submission),
    );
    forgetPayoffQuotes(accountNumber);
    if (!end || !isAttended(key)) return;
    forgetSubmission(key);
    if (end.kind === 'made' && end.referenceNumber !== null) {
      const { referenceNumber, pending = false } = end;
      keepConfirmation(confirmationOf(payment, promise, { referenceNumber, pending }, draftAgreementToken));
      await refreshAccounts();
      await navigate({ to: paths.paymentConfirm });
      return;
    }
    // A submission that can be sent again always ends as made or refused.
    const problem = end.kind === 'refused' ? submissionProblem(end.result) : unknownOutcome;
    // The handle of the visit has expired; the next attempt needs a new one.
    if (problem.message.kind === 'text' && problem.message.key === 'paymentError.New') {
      await refreshLoanInfo(payment.account.number);
    }
    onProblem(problem);
    setRefused(problem.retry === 'sameAgain');
    if (!maySubmitAgain(problem)) {
      setKey(null);
      return;
    }
    // A definite refusal stays under its key, so the next attempt needs a new key and preview.
    if (end.kind === 'refused' && end.result.status === 200) {
      setKey(crypto.randomUUID());
      load();
    }
  }

  const sending = useAction(async (draftAgreementToken: string | null) => {
    await submitOnce(draftAgreementToken);
    return { kind: 'answer', body: undefined };
  });

  // The customer may leave meanwhile, for example with the browser's Back.
  useEffect(() => (key === null ? undefined : () => leaveSubmission(key)), [key]);

  function leave() {
    setKey(null);
    sending.clear();
  }

  function cancel() {
    if (sending.busy) return;
    setKey(null);
    // Reload, because the institution may have changed the cause of the refusal.
    if ((refused || preview.state === 'refused') && payment) void refreshLoanInfo(payment.account.number);
    setRefused(false);
  }

  return {
    asking: key !== null,
    sending: sending.busy,
    ...progressOf(all, key),
    leave,
    preview,
    tryPreviewAgain: load,
    ask: () => {
      // An earlier attempt's problem says nothing about this one.
      onProblem(null);
      setKey(crypto.randomUUID());
      renew();
    },
    cancel,
    submit: sending.run,
  };
}

function progressOf(
  followed: readonly FollowedSubmission[],
  key: string | null,
): Pick<SubmissionControl, 'stage' | 'referenceNumber' | 'confirming'> {
  const own = followed.find(({ submission }) => submission.key === key);
  if (!own || key === null) return { stage: 'sending', referenceNumber: null, confirming: null };
  const { stage, referenceNumber, confirmation } = own;
  return { stage, referenceNumber, confirming: confirmation && { submissionKey: key, confirmation } };
}

/**
 * A notice that nothing was charged would read as the next payment's outcome. One that a card was charged stays until
 * the customer closes it.
 */
function forgetEarlierOutcomes(followed: readonly FollowedSubmission[], accountNumber: string): void {
  for (const { submission, end } of followed) {
    const isOfAccount = submission.kind === 'payment' && submission.accountNumber === accountNumber;
    if (isOfAccount && end && wasNotCharged(end)) forgetSubmission(submission.key);
  }
}

function wasNotCharged(end: SubmissionEnd): boolean {
  if (end.kind === 'refused') return !end.result.codes.some((code) => code === 'Unapplied' || code === 'Refunded');
  return end.kind === 'notReceived';
}

/** Whether the shell's notice speaks of a payment on this account without an outcome. */
export function useIsNoticed(accountNumber: string | undefined): boolean {
  return useFollowedSubmissions().some(
    ({ submission, attended, end }) =>
      submission.kind === 'payment' && submission.accountNumber === accountNumber && !attended && !end,
  );
}
