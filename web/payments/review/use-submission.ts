import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import {
  type CardConfirmation,
  type FollowedSubmission,
  leaveSubmission,
  useFollowedSubmissions,
} from '#web/data/followed-submissions.ts';
import { useAction } from '#web/data/use-action.ts';
import { refreshLoanInfo } from '#web/payments/refresh-loan-info.ts';
import { paths } from '#web/paths.ts';
import type { ReadyPayment } from './ready-payment.ts';
import { maySubmitAgain, noConnection, type SubmissionProblem } from './submission-problem.ts';
import { loadSending, type PreviewState, usePreview } from './use-preview.ts';

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
  const isHere = useRef(true);
  const { preview, load, renew } = usePreview(payment);
  const all = useFollowedSubmissions();

  async function submitOnce(draftAgreementToken: string | null) {
    if (!payment || key === null || preview.state !== 'ready') return;
    const { promise, token } = preview.preview;
    const code = await loadSending().catch(() => undefined);
    // Nothing was sent, and nothing is sent for a customer who has left meanwhile.
    if (!isHere.current) return;
    if (!code) {
      onProblem(noConnection);
      return;
    }
    const end = await code.sendPayment({ payment, preview: token, draftAgreementToken, key }, promise);
    if (end.kind === 'made') await navigate({ to: paths.paymentConfirm });
    if (end.kind !== 'problem') return;
    onProblem(end.problem);
    setRefused(end.problem.retry === 'sameAgain');
    if (!maySubmitAgain(end.problem)) {
      setKey(null);
      return;
    }
    // A definite refusal stays under its key, so the next attempt needs a new key and preview.
    if (end.isDefinite) {
      setKey(crypto.randomUUID());
      load();
    }
  }

  const sending = useAction(async (draftAgreementToken: string | null) => {
    await submitOnce(draftAgreementToken);
    return { kind: 'answer', body: undefined };
  });

  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
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

/** Whether the shell's notice speaks of a payment on this account without an outcome. */
export function useIsNoticed(accountNumber: string | undefined): boolean {
  return useFollowedSubmissions().some(
    ({ submission, attended, end }) =>
      submission.kind === 'payment' && submission.accountNumber === accountNumber && !attended && !end,
  );
}
