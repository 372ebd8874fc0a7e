import type { ReactNode } from 'react';
import type { PreviewedPayment } from '#common/payments/payment-preview.wire.ts';
import { useLabel } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { CalculatedAtPayment } from '#web/payments/summary/CalculatedAtPayment.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { ProblemWords } from './ProblemWords.tsx';
import type { SubmissionControl } from './use-submission.ts';

interface PreviewPartProps {
  readonly submission: SubmissionControl;
  readonly children: (promise: PreviewedPayment) => ReactNode;
}

/** The effect of the payment, once the server has computed it. */
export function PreviewPart({ submission, children }: PreviewPartProps) {
  const { preview, tryPreviewAgain } = submission;
  const loading = useLabel('submitDialog.loading');
  if (preview.state === 'loading') return <SpinnerView label={loading.label} size={50} />;
  if (preview.state === 'ready') {
    const { promise } = preview.preview;
    return (
      <>
        {promise.paysTotalDue && <CalculatedAtPayment feeCents={promise.feeCents} />}
        {children(promise)}
      </>
    );
  }
  return (
    <Alert
      tone="bad"
      action={
        <Button look="quiet" onClick={tryPreviewAgain}>
          <ControlName of="shell.tryAgain" />
        </Button>
      }
    >
      <ProblemWords problem={preview.problem} />
    </Alert>
  );
}
