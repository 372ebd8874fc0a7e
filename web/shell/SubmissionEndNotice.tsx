import type { TextKey } from '#common/contract/all-texts.ts';
import { forgetSubmission } from '#web/data/followed-submissions.ts';
import type { SubmissionEnd } from '#web/data/until-known.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { Text } from '#web/kit/Text.tsx';
import { receiptPath } from '#web/paths.ts';
import { Alert, type AlertTone } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './SubmissionNotice.module.css';

interface SubmissionEndNoticeProps {
  readonly of: SubmissionEnd;
  readonly submissionKey: string;
}

/** How a payment whose answer was lost has ended. */
export function SubmissionEndNotice({ of: end, submissionKey }: SubmissionEndNoticeProps) {
  return (
    <Alert tone={toneOf(end)} action={<Answers of={end} submissionKey={submissionKey} />}>
      {end.kind === 'made' && (
        <Text
          of={end.pending ? 'followed.pending' : 'followed.made'}
          with={{ confirmationNumber: end.referenceNumber }}
        />
      )}
      {end.kind === 'refused' && <Text of={refusedText(end.result.codes)} />}
      {end.kind === 'notReceived' && <Text of="followed.notReceived" />}
    </Alert>
  );
}

/** A card that was charged must not read as one that wasn't. */
function refusedText(codes: readonly string[]): TextKey {
  if (codes.includes('Unapplied')) return 'paymentError.Unapplied';
  return codes.includes('Refunded') ? 'paymentError.Refunded' : 'followed.refused';
}

function toneOf(end: SubmissionEnd): AlertTone {
  if (end.kind !== 'made') return 'bad';
  return end.pending ? 'warn' : 'ok';
}

function Answers({ of: end, submissionKey }: { readonly of: SubmissionEnd; readonly submissionKey: string }) {
  const dismiss = () => forgetSubmission(submissionKey);
  return (
    <div className={styles.answers}>
      {end.kind === 'made' && end.referenceNumber !== null && (
        <ScreenLink to={receiptPath(end.referenceNumber)} look="quiet" onClick={dismiss}>
          <ControlName of="receipt.view" />
        </ScreenLink>
      )}
      <Button look="quiet" onClick={dismiss}>
        <ControlName of="followed.close" />
      </Button>
    </div>
  );
}
