import { ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import { QuestionDialog } from '#web/kit/QuestionDialog.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { minutesToUtc } from '#web/payments/draft-agreements-data.ts';
import { useDraftAgreement } from '#web/payments/use-draft-agreement.ts';
import { PreviewPart } from './PreviewPart.tsx';
import { PromiseSentence } from './PromiseSentence.tsx';
import type { ReadyPayment } from './ready-payment.ts';
import { SendingPart } from './SendingPart.tsx';
import type { SubmissionControl } from './use-submission.ts';
import { toWireAmount } from '#common/core/money.ts';
import { call } from '#web/data/client.ts';
import { achMethod } from './submit-payment.ts';
import { OpensInNewTab } from '#web/kit/OpensInNewTab.tsx';

interface DraftAgreementDialogProps {
  readonly payment: ReadyPayment;
  readonly submission: SubmissionControl;
  readonly children: ReactNode;
}

/**
 * Replaces the confirm dialog for a recurring bank draft: the agreement must be opened before confirming (P 2, P 4).
 */
export function DraftAgreementDialog({ payment, submission, children }: DraftAgreementDialogProps) {
  const [token, setToken] = useState<string | null>(null);
  const opening = useDraftAgreement();
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
        <Button
          look="text"
          disabled={submission.sending}
          onClick={() => void opening.run(() => prepareDraftAgreement(payment), setToken)}
        >
          <ControlName of="draftDialog.preview" />
          <ExternalLink size={18} aria-hidden="true" />
          <OpensInNewTab />
        </Button>
      </div>
      {opening.failed && (
        <Alert tone="bad">
          <Text of="draftDialog.failed" />
        </Alert>
      )}
      {submission.sending ? (
        <SendingPart submission={submission} />
      ) : (
        <PreviewPart submission={submission}>
          {(promise) => <PromiseSentence promise={promise} payment={payment} />}
        </PreviewPart>
      )}
      {children}
    </QuestionDialog>
  );
}

/** Returns the agreement's token, for opening it and for the submission; null if it fails. */
async function prepareDraftAgreement(payment: ReadyPayment): Promise<string | null> {
  const { frequency, paying, payOn, totals, loan } = payment;
  if (!frequency.recurrence || paying.submitted.type !== 'ACH') return null;
  const result = await call('POST /api/AchDraftAgreement/PrepareAchDraftAgreementPreview', {
    body: {
      LoanAccountNumber: loan.terms.accountNumber,
      AchInfo: achMethod(paying.submitted, payment),
      Amount: toWireAmount(totals.amountCents),
      AdditionalPrincipal: toWireAmount(totals.additionalPrincipalCents),
      LocalTimeOffset: minutesToUtc(),
      daysBeforeDue: frequency.recurrence.daysBeforeDue,
      RecurringOption: frequency.recurrence.option,
      PaymentDate: payOn,
    },
  });
  return result.kind === 'answer' ? result.body.PassableToken : null;
}
