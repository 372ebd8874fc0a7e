import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import {
  forgetSubmission,
  type FollowedSubmission,
  resumeSubmissions,
  useFollowedSubmissions,
} from '#web/data/followed-submissions.ts';
import { refreshAfterPayment } from '#web/data/queries.ts';
import type { SubmissionEnd } from '#web/data/until-known.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { lazily } from '#web/kit/lazily.tsx';
import { RequestNotices } from '#web/kit/RequestNotices.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { Text } from '#web/kit/Text.tsx';
import { paths, receiptPath } from '#web/paths.ts';
import { Alert, type AlertTone } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './SubmissionNotice.module.css';

const CardConfirmationDialog = lazily(
  async () => (await import('#web/kit/CardConfirmationDialog.tsx')).CardConfirmationDialog,
);

/**
 * Shows the outcome of submissions whose answer was lost, including those of an earlier page
 * that was closed. On the payment screen, the receipt replaces it.
 */
export function SubmissionNotice() {
  const left = useFollowedSubmissions().filter(({ attended }) => !attended);
  useEffect(() => resumeSubmissions(), []);
  if (left.length === 0) return null;
  return (
    <div className={styles.notices}>
      {left.map(
        (followed) =>
          followed.submission.kind === 'payment' && <Notice key={followed.submission.key} followed={followed} />,
      )}
      <RequestNotices />
    </div>
  );
}

function Notice({ followed: { submission, end, confirmation } }: { readonly followed: FollowedSubmission }) {
  const { key } = submission;
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [confirming, setConfirming] = useState(false);
  const paying = pathname === paths.payment || pathname.startsWith(`${paths.payment}/`);

  useEffect(() => {
    if (!end) return;
    void refreshAfterPayment();
    if (end.kind !== 'made' || end.referenceNumber === null || !paying) return;
    forgetSubmission(key);
    void navigate({ to: receiptPath(end.referenceNumber), ignoreBlocker: true });
  }, [end, key, navigate, paying]);

  if (!end && confirmation) {
    return (
      <>
        <Alert
          tone="warn"
          action={
            <Button look="quiet" onClick={() => setConfirming(true)}>
              <ControlName of="cardConfirmation.confirm" />
            </Button>
          }
        >
          <Text of="cardConfirmation.waiting" />
        </Alert>
        {confirming && (
          <CardConfirmationDialog
            submissionKey={key}
            confirmation={confirmation}
            onClose={() => setConfirming(false)}
          />
        )}
      </>
    );
  }
  if (!end) {
    return (
      <Alert tone="info">
        <Text of="followed.checking" />
      </Alert>
    );
  }
  return (
    <Alert tone={toneOf(end)} action={<Answers of={end} submissionKey={key} />}>
      {end.kind === 'made' && (
        <Text
          of={end.pending ? 'followed.pending' : 'followed.made'}
          with={{ confirmationNumber: end.referenceNumber }}
        />
      )}
      {end.kind === 'refused' && <Text of="followed.refused" />}
      {end.kind === 'notReceived' && <Text of="followed.notReceived" />}
    </Alert>
  );
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
