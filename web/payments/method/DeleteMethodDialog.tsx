import { useState } from 'react';
import type { SavedMethod } from '#common/payments/rules/payment-types.ts';
import { Text } from '#web/kit/Text.tsx';
import { deleteSavedMethod } from '#web/payments/payments-data.ts';
import { nameOfSaved } from './method-name.ts';
import { useMethodName } from './use-method-name.ts';
import { QuestionDialog } from '#web/kit/QuestionDialog.tsx';

export type Deletion = 'deleted' | 'deleteFailed';

interface DeleteMethodDialogProps {
  readonly accountNumber: string;
  readonly method: SavedMethod;
  /** With the outcome, or without one when nothing was deleted. */
  readonly onClose: (outcome?: Deletion) => void;
}

/** Asks before a saved method is deleted (P 2). */
export function DeleteMethodDialog({ accountNumber, method, onClose }: DeleteMethodDialogProps) {
  const shownName = useMethodName()(nameOfSaved(method));
  const [busy, setBusy] = useState(false);

  async function confirm() {
    setBusy(true);
    onClose((await deleteSavedMethod(accountNumber, method)) ? 'deleted' : 'deleteFailed');
  }
  return (
    <QuestionDialog
      width={400}
      title="payMethod.deleteTitle"
      no="payMethod.deleteCancel"
      yes="payMethod.deleteConfirm"
      look="danger"
      busy={busy}
      onNo={() => onClose()}
      onYes={() => void confirm()}
    >
      <p>
        <Text of="payMethod.deleteQuestion" with={[shownName]} />
      </p>
    </QuestionDialog>
  );
}
