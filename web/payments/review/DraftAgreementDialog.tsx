import { ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ControlName } from '#web/kit/ControlName.tsx';
import { openInNewTab } from '#web/kit/open-in-new-tab.ts';
import { Text } from '#web/kit/Text.tsx';
import { QuestionDialog } from '#web/kit/QuestionDialog.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { draftAgreementAddress } from '#web/payments/draft-agreements-data.ts';
import { prepareDraftAgreement } from './draft-agreement.ts';
import { PreviewPart } from './PreviewPart.tsx';
import type { ReadyPayment } from './ready-payment.ts';
import { RecurrenceLine } from './RecurrenceLine.tsx';
import { SendingPart } from './SendingPart.tsx';
import type { SubmissionControl } from './use-submission.ts';

interface DraftAgreementDialogProps {
  readonly payment: ReadyPayment;
  readonly submission: SubmissionControl;
  /** The problem of the last attempt. */
  readonly children: ReactNode;
}

/**
 * Replaces the confirm dialog for a recurring bank draft: the agreement must be opened before confirming (P 2, P 4).
 */
export function DraftAgreementDialog({ payment, submission, children }: DraftAgreementDialogProps) {
  const [token, setToken] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);

  async function openAgreement() {
    let prepared: string | null = null;
    const opened = await openInNewTab(async () => {
      prepared = await prepareDraftAgreement(payment);
      return prepared === null ? null : draftAgreementAddress(prepared);
    });
    setFailed(!opened);
    if (opened) setToken(prepared);
  }
  return (
    <QuestionDialog
      width={400}
      title="draftDialog.title"
      no="draftDialog.cancel"
      yes="draftDialog.confirm"
      busy={submission.sending}
      disabled={token === null || submission.preview.state !== 'ready'}
      onNo={submission.cancel}
      onYes={() => void submission.submit(token)}
    >
      <p>
        <Text of="draftDialog.text" />
      </p>
      <div>
        <Button look="text" disabled={submission.sending} onClick={() => void openAgreement()}>
          <ControlName of="draftDialog.preview" />
          <ExternalLink size={18} aria-hidden="true" />
          <VisuallyHidden>
            <ControlName of="shell.opensInNewTab" />
          </VisuallyHidden>
        </Button>
      </div>
      {failed && (
        <Alert tone="bad">
          <Text of="draftDialog.failed" />
        </Alert>
      )}
      <RecurrenceLine payment={payment} />
      {submission.sending ? (
        <SendingPart submission={submission} />
      ) : (
        <PreviewPart submission={submission} timing={payment.frequency.timing} />
      )}
      {children}
    </QuestionDialog>
  );
}
