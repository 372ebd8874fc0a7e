import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { forgetSubmission, type FollowedSubmission, useFollowedSubmissions } from '#web/data/followed-submissions.ts';
import { refreshAfterPayment } from '#web/data/queries.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { lazily } from '#web/kit/lazily.tsx';
import { RequestNotices } from '#web/kit/RequestNotices.tsx';
import { Text } from '#web/kit/Text.tsx';
import { paths, receiptPath } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './SubmissionNotice.module.css';

const CardConfirmationDialog = lazily(
  async () => (await import('#web/kit/CardConfirmationDialog.tsx')).CardConfirmationDialog,
);

// By the time an outcome is known, the network works again.
const SubmissionEndNotice = lazily(async () => (await import('./SubmissionEndNotice.tsx')).SubmissionEndNotice);

/** One notice for each submission without a dialog of its own; on the payment screen, the receipt replaces it. */
export function SubmissionNotices() {
  const left = useFollowedSubmissions().filter(({ attended }) => !attended);
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

function Notice({ followed }: { readonly followed: FollowedSubmission }) {
  const { submission, end, confirmation, referenceNumber } = followed;
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
        <Text of="followed.checking" />{' '}
        {referenceNumber && <Text of="followed.number" with={{ confirmationNumber: referenceNumber }} />}
      </Alert>
    );
  }
  return <SubmissionEndNotice of={end} submissionKey={key} />;
}
