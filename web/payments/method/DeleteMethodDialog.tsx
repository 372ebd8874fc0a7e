import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SavedMethod } from '#common/payments/rules/payment-types.ts';
import { fetched } from '#web/data/fetched.ts';
import { QuestionDialog } from '#web/kit/QuestionDialog.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { deleteSavedMethod, paymentsOfMethodQuery, replaceInPayments } from '#web/payments/payments-data.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { nameOfSaved } from './method-name.ts';
import { type PaymentsAnswer, PaymentsOfMethod } from './PaymentsOfMethod.tsx';
import { useMethodName } from './use-method-name.ts';

export type Deletion = 'deleted' | 'deleteFailed';

interface DeleteMethodDialogProps {
  readonly accountNumber: string;
  readonly method: SavedMethod;
  /** Saved methods that its payments may be drawn from instead. */
  readonly others: readonly SavedMethod[];
  /** With the outcome, or without one when nothing was deleted. */
  readonly onClose: (outcome?: Deletion) => void;
}

/** Asks before a saved method is deleted (P 2), and what becomes of the payments that are drawn from it. */
export function DeleteMethodDialog({ accountNumber, method, others, onClose }: DeleteMethodDialogProps) {
  const shownName = useMethodName()(nameOfSaved(method));
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<PaymentsAnswer>({ kind: 'keep' });
  const [notMoved, setNotMoved] = useState(false);
  const replacement = answer.kind === 'move' ? answer.to : null;
  const payments = fetched(useQuery(paymentsOfMethodQuery(method, replacement)));

  async function confirm() {
    if (payments.state !== 'ready') return;
    setBusy(true);
    setNotMoved(false);
    if (replacement && !(await replaceInPayments(method, replacement, payments.value))) {
      setNotMoved(true);
      setBusy(false);
      return;
    }
    const stop = answer.kind === 'stop';
    onClose((await deleteSavedMethod(accountNumber, method, { stop })) ? 'deleted' : 'deleteFailed');
  }
  return (
    <QuestionDialog
      width={400}
      title="payMethod.deleteTitle"
      no="payMethod.deleteCancel"
      yes="payMethod.deleteConfirm"
      look="danger"
      busy={busy}
      disabled={payments.state !== 'ready'}
      onNo={() => onClose()}
      onYes={() => void confirm()}
    >
      <p>
        <Text of="payMethod.deleteQuestion" with={[shownName]} />
      </p>
      {payments.state === 'failed' && (
        <SectionProblem of="payMethod.paymentsError" busy={payments.busy} onTryAgain={payments.tryAgain} />
      )}
      {payments.state === 'ready' && payments.value.length > 0 && (
        <PaymentsOfMethod payments={payments.value} others={others} answer={answer} onAnswer={setAnswer} />
      )}
      {notMoved && (
        <Alert tone="bad">
          <Text of="payMethod.notMoved" />
        </Alert>
      )}
    </QuestionDialog>
  );
}
