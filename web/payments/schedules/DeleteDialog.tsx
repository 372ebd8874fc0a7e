import type { ReactNode } from 'react';
import type { CallResult } from '#web/data/client.ts';
import { useAction } from '#web/data/use-action.ts';
import { useLabel } from '#web/institution/settings.ts';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { QuestionDialog } from '#web/kit/QuestionDialog.tsx';
import { Text } from '#web/kit/Text.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { isOutdated } from './planned-payment-changes.ts';

interface DeleteDialogProps {
  readonly of: keyof typeof questions;
  /** The children say that the payment was changed elsewhere. */
  readonly outdated?: boolean;
  readonly remove: () => Promise<CallResult<unknown>>;
  readonly onClose: (outcome: 'changed' | 'failed' | 'cancelled') => void;
  readonly children?: ReactNode;
}

const questions = {
  scheduledDelete: { title: 'scheduledDelete.title', confirm: 'scheduledDelete.confirm' },
  recurringDelete: { title: 'recurringDelete.title', confirm: 'recurringDelete.confirm' },
  recurringSkip: { title: 'recurringSkip.title', confirm: 'recurringSkip.confirm' },
} as const;

/** Asks before deleting a scheduled or recurring payment, or skipping its next one (P 2, P 4). */
export function DeleteDialog({ of, outdated = false, remove, onClose, children }: DeleteDialogProps) {
  const deleting = useLabel('plannedPayments.busy');
  const { busy, failure, run } = useAction(remove, {
    onDone: () => onClose('changed'),
    onFailed: (why) => {
      if (!isOutdated(why)) onClose('failed');
    },
  });
  const tooLate = isOutdated(failure);
  return (
    <QuestionDialog
      width={400}
      title={questions[of].title}
      no={outdated || tooLate ? 'plannedPayments.cancel' : 'plannedPayments.no'}
      yes={questions[of].confirm}
      look="danger"
      busy={busy}
      disabled={outdated || tooLate}
      close="plannedPayments.close"
      onNo={() => onClose('cancelled')}
      onYes={() => void run()}
    >
      {children}
      {busy && <SpinnerView label={deleting.label} size={50} />}
      {tooLate && !outdated && (
        <FocusedAlert>
          <Text of="paymentError.PaymentChanged" />
        </FocusedAlert>
      )}
    </QuestionDialog>
  );
}
