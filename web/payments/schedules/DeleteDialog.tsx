import type { ReactNode } from 'react';
import type { CallResult } from '#web/data/client.ts';
import { useAction } from '#web/data/use-action.ts';
import { useLabel } from '#web/institution/settings.ts';
import { QuestionDialog } from '#web/kit/QuestionDialog.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';

interface DeleteDialogProps {
  readonly of: keyof typeof questions;
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
export function DeleteDialog({ of, remove, onClose, children }: DeleteDialogProps) {
  const deleting = useLabel('plannedPayments.busy');
  const { busy, run } = useAction(remove, {
    onDone: () => onClose('changed'),
    onFailed: () => onClose('failed'),
  });
  return (
    <QuestionDialog
      width={400}
      title={questions[of].title}
      no="plannedPayments.no"
      yes={questions[of].confirm}
      look="danger"
      busy={busy}
      close="plannedPayments.close"
      onNo={() => onClose('cancelled')}
      onYes={() => void run()}
    >
      {children}
      {busy && <SpinnerView label={deleting.label} size={50} />}
    </QuestionDialog>
  );
}
