import type { PaymentTiming } from '#common/payments/rules/payment-types.ts';
import { useLabel } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { CalculatedAtPayment } from '#web/payments/summary/CalculatedAtPayment.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { feeOf, PromiseLines } from './PromiseLines.tsx';
import { ProblemWords } from './SubmissionAlert.tsx';
import type { SubmissionControl } from './use-submission.ts';

interface PreviewPartProps {
  readonly submission: SubmissionControl;
  readonly timing: PaymentTiming;
}

export function PreviewPart({ submission, timing }: PreviewPartProps) {
  const { preview, tryPreviewAgain } = submission;
  const loading = useLabel('submitDialog.loading');
  if (preview.state === 'loading') return <SpinnerView label={loading.label} size={50} />;
  if (preview.state === 'ready') {
    return (
      <>
        {preview.preview.PaysTotalDue && <CalculatedAtPayment feeCents={feeOf(preview.preview)} />}
        <PromiseLines promise={preview.preview} timing={timing} />
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
