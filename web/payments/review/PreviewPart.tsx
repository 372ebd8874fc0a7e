import { formatDay } from '#common/core/dates.ts';
import type { PreviewedPayment } from '#common/payments/payment-preview.wire.ts';
import { useLabel } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useMethodName } from '#web/payments/method/use-method-name.ts';
import { CalculatedAtPayment } from '#web/payments/summary/CalculatedAtPayment.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { DrawnAmount } from '#web/payments/summary/DrawnAmount.tsx';
import { PromiseLines, Stoppable } from './PromiseLines.tsx';
import type { ReadyPayment } from './ready-payment.ts';
import { RecurrenceLine } from './RecurrenceLine.tsx';
import { ProblemWords } from './SubmissionAlert.tsx';
import type { SubmissionControl } from './use-submission.ts';

interface PreviewPartProps {
  readonly submission: SubmissionControl;
  readonly payment: ReadyPayment;
  /** One sentence instead of every line. */
  readonly inDialog?: boolean;
}

export function PreviewPart({ submission, payment, inDialog = false }: PreviewPartProps) {
  const { preview, tryPreviewAgain } = submission;
  const loading = useLabel('submitDialog.loading');
  const methodName = useMethodName();
  if (preview.state === 'loading') return <SpinnerView label={loading.label} size={50} />;
  if (preview.state === 'ready') {
    const { promise } = preview.preview;
    return (
      <>
        {promise.paysTotalDue && <CalculatedAtPayment feeCents={promise.feeCents} />}
        {inDialog ? (
          <PromiseSentence promise={promise} payment={payment} />
        ) : (
          <PromiseLines promise={promise} timing={payment.frequency.timing} from={methodName(payment.paying.name)} />
        )}
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

interface PromiseSentenceProps {
  readonly promise: PreviewedPayment;
  readonly payment: ReadyPayment;
}

/** What leaves which account when, and until when it can be stopped. */
function PromiseSentence({ promise, payment }: PromiseSentenceProps) {
  const methodName = useMethodName()(payment.paying.name);
  const { timing } = payment.frequency;
  const total = <DrawnAmount key="total" payment={promise} inSentence />;
  const { drawnOn } = promise;
  const isToday = drawnOn === payment.loan.terms.today;
  return (
    <>
      <p>
        {promise.paysTotalDue ? (
          <Text of="submitDialog.totalDue" with={{ method: methodName, date: formatDay(drawnOn) }} />
        ) : isToday ? (
          <Text of="submitDialog.today" with={{ amount: total, method: methodName }} />
        ) : (
          <Text
            of={timing === 'recurring' ? 'submitDialog.recurring' : 'submitDialog.onDay'}
            with={{ amount: total, method: methodName, date: formatDay(drawnOn) }}
          />
        )}{' '}
        <Stoppable promise={promise} timing={timing} />
      </p>
      {promise.effects.includes('PrincipalOnly') && (
        <p>
          <Text of="promise.principalOnly" />
        </p>
      )}
      <RecurrenceLine payment={payment} />
    </>
  );
}
