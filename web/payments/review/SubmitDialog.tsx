import { CircleDollarSign } from 'lucide-react';
import type { ReactNode } from 'react';
import { QuestionDialog } from '#web/kit/QuestionDialog.tsx';
import { DraftAuthorization } from '#web/payments/DraftAuthorization.tsx';
import { PreviewPart } from './PreviewPart.tsx';
import { PromiseSentence } from './PromiseSentence.tsx';
import type { ReadyPayment } from './ready-payment.ts';
import { SendingPart } from './SendingPart.tsx';
import type { SubmissionControl } from './use-submission.ts';

interface SubmitDialogProps {
  readonly payment: ReadyPayment;
  readonly submission: SubmissionControl;
  readonly children: ReactNode;
}

/** The final confirmation before money moves (P 2), which says in one sentence what happens. Locked while sending. */
export function SubmitDialog({ payment, submission, children }: SubmitDialogProps) {
  return (
    <QuestionDialog
      width={400}
      title="submitDialog.title"
      icon={<CircleDollarSign size={24} aria-hidden="true" />}
      no="submitDialog.no"
      yes="submitDialog.submit"
      busy={submission.sending}
      disabled={submission.preview.state !== 'ready'}
      onNo={submission.cancel}
      onYes={() => void submission.submit(null)}
    >
      {submission.sending ? (
        <SendingPart submission={submission} />
      ) : (
        <>
          <PreviewPart submission={submission}>
            {(promise) => <PromiseSentence promise={promise} payment={payment} />}
          </PreviewPart>
          {payment.paying.name.type === 'ACH' && <DraftAuthorization timing={payment.frequency.timing} />}
        </>
      )}
      {children}
    </QuestionDialog>
  );
}
