import { useLabel } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import type { SubmissionControl } from './use-submission.ts';

/** Shown while sending or asking for a lost answer; after a while the customer can leave. */
export function SendingPart({
  submission: { stage, referenceNumber, leave },
}: {
  readonly submission: SubmissionControl;
}) {
  const sending = useLabel('total.submitting');
  const asking = useLabel('followed.asking');
  return (
    <>
      <SpinnerView label={(stage === 'sending' ? sending : asking).label} size={50} />
      {stage === 'slow' && (
        <Alert
          tone="warn"
          action={
            <Button look="quiet" onClick={leave}>
              <ControlName of="followed.leave" />
            </Button>
          }
        >
          <Text of="followed.slow" />{' '}
          {referenceNumber && <Text of="followed.number" with={{ confirmationNumber: referenceNumber }} />}
        </Alert>
      )}
    </>
  );
}
