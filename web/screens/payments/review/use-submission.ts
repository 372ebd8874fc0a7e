import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { forgetPayoffQuotes, refreshLoanInfo } from '#web/data/payments.ts';
import { refreshAccounts } from '#web/data/queries.ts';
import { paths } from '#web/paths.ts';
import { confirmationOf, keepConfirmation } from '../confirmation/payment-confirmation.ts';
import { forgetPaymentDraft } from '../payment-draft.ts';
import type { ReadyPayment } from './ready-payment.ts';
import { maySubmitAgain, type SubmissionProblem, submissionProblem } from '#web/kit/payments/submission-problem.ts';
import { submitPayment } from './submit-payment.ts';
import { type PreviewState, usePreview } from './use-preview.ts';

export interface SubmissionControl {
  /** The confirm dialog is open. */
  readonly asking: boolean;
  readonly sending: boolean;
  /** What the server says the payment will do; it can be submitted once that is there. */
  readonly preview: PreviewState;
  readonly tryPreviewAgain: () => void;
  readonly ask: () => void;
  readonly cancel: () => void;
  /** @param draftAgreementToken where the institution wants an agreement on the draft */
  readonly submit: (draftAgreementToken: string | null) => Promise<void>;
}

/**
 * From the confirm dialog to the confirmation. The key of the payment is made
 * when the dialog opens: until there is a definite answer, however often it is
 * sent from there, it is one payment.
 */
export function useSubmission(
  payment: ReadyPayment | null,
  onProblem: (problem: SubmissionProblem) => void,
): SubmissionControl {
  const navigate = useNavigate();
  const [key, setKey] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState(false);
  const { preview, load } = usePreview(payment);

  async function submit(draftAgreementToken: string | null) {
    if (!payment || key === null || sending || preview.state !== 'ready') return;
    setSending(true);
    const result = await submitPayment({ payment, preview: preview.preview.Preview, draftAgreementToken, key });
    if (result.kind === 'answer') {
      keepConfirmation(confirmationOf(payment, preview.preview, result.body.ReferenceNumber, draftAgreementToken));
      forgetPaymentDraft();
      forgetPayoffQuotes(payment.account.number);
      await refreshAccounts();
      await navigate({ to: paths.paymentConfirm });
      return;
    }
    const problem = submissionProblem(result);
    // The handle of the visit has grown old: the next attempt needs a new one.
    if (problem.message.kind === 'text' && problem.message.key === 'paymentError.New') {
      await refreshLoanInfo(payment.account.number);
    }
    onProblem(problem);
    setSending(false);
    setRefused(problem.retry === 'sameAgain');
    if (!maySubmitAgain(problem)) {
      setKey(null);
      return;
    }
    // A definite no is kept under its key for ever; the next try is another payment, with a preview of its own.
    if (result.kind === 'refused' && result.status === 200) {
      setKey(crypto.randomUUID());
      void load();
    }
  }

  function cancel() {
    if (sending) return;
    setKey(null);
    // What was refused may have changed at the institution; the message was read by now.
    if ((refused || preview.state === 'refused') && payment) void refreshLoanInfo(payment.account.number);
    setRefused(false);
  }

  return {
    asking: key !== null,
    sending,
    preview,
    tryPreviewAgain: () => void load(),
    ask: () => {
      setKey(crypto.randomUUID());
      void load();
    },
    cancel,
    submit,
  };
}
