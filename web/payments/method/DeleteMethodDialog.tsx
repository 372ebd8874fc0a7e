import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import type { MethodPayment } from '#common/payments/methods.wire.ts';
import type { SavedMethod } from '#common/payments/rules/payment-types.ts';
import { fetched } from '#web/data/fetched.ts';
import { type Outcome, type Stopped, useAction } from '#web/data/use-action.ts';
import { QuestionDialog } from '#web/kit/QuestionDialog.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useOption } from '#web/institution/settings.ts';
import { DraftAuthorization } from '#web/payments/DraftAuthorization.tsx';
import { deleteSavedMethod, paymentsOfMethodQuery, replaceInPayments } from '#web/payments/methods-data.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { nameOfSaved } from './method-name.ts';
import { type PaymentsAnswer, PaymentsOfMethod } from './PaymentsOfMethod.tsx';
import { useMethodName } from './use-method-name.ts';

export type Deletion = 'deleted' | 'deleteFailed';

interface DeleteMethodDialogProps {
  readonly accountNumber: string;
  readonly method: SavedMethod;
  /** Saved methods that can replace it in its payments. */
  readonly others: readonly SavedMethod[];
  /** Called with the outcome; without one if nothing was deleted. */
  readonly onClose: (outcome?: Deletion) => void;
}

const notMoved: Stopped = { kind: 'stopped', text: 'payMethod.notMoved' };

/** Asks before deleting a saved method (P 2), and whether its payments stop or move. */
export function DeleteMethodDialog({ accountNumber, method, others, onClose }: DeleteMethodDialogProps) {
  const shownName = useMethodName()(nameOfSaved(method));
  const { control } = useForm<PaymentsAnswer>({
    defaultValues: { payments: 'keep', replacementId: others[0]?.profileId ?? '' },
  });
  const answer = useWatch({ control, compute: (values) => values });
  const moves = answer.payments === 'move';
  const chosen = others.find(({ profileId }) => profileId === answer.replacementId) ?? null;
  const replacement = moves ? chosen : null;
  const payments = fetched(useQuery(paymentsOfMethodQuery(method, replacement)));
  const deletion = useAction(moveAndDelete, {
    onDone: () => onClose('deleted'),
    onFailed: (failure) => failure === notMoved || onClose('deleteFailed'),
  });

  async function moveAndDelete(): Promise<Outcome<unknown>> {
    const moved = payments.state === 'ready' && (await moveTo(replacement, payments.value));
    return moved ? deleteSavedMethod(accountNumber, method, { stop: answer.payments === 'stop' }) : notMoved;
  }
  async function moveTo(to: SavedMethod | null, all: readonly MethodPayment[]): Promise<boolean> {
    return to === null || replaceInPayments(method, to, all);
  }
  return (
    <QuestionDialog
      width={400}
      title="payMethod.deleteTitle"
      no="payMethod.deleteCancel"
      yes="payMethod.deleteConfirm"
      look="danger"
      busy={deletion.busy}
      disabled={payments.state !== 'ready'}
      onNo={() => onClose()}
      onYes={() => void deletion.run()}
    >
      <p>
        <Text of="payMethod.deleteQuestion" with={{ method: shownName }} />
      </p>
      {payments.state === 'failed' && (
        <SectionProblem of="payMethod.paymentsError" busy={payments.busy} onTryAgain={payments.tryAgain} />
      )}
      {payments.state === 'ready' && payments.value.length > 0 && (
        <PaymentsOfMethod payments={payments.value} others={others} control={control} moves={moves} />
      )}
      {replacement?.type === 'ACH' && payments.state === 'ready' && <MovedDrafts payments={payments.value} />}
      {deletion.failure === notMoved && (
        <Alert tone="bad">
          <Text of={notMoved.text} />
        </Alert>
      )}
    </QuestionDialog>
  );
}

/** A recurring payment that needs an agreement for a bank account isn't moved. */
function MovedDrafts({ payments }: { readonly payments: readonly MethodPayment[] }) {
  const needsAgreement = useOption('globalOptions.requireAchDraftAgreementOption');
  return (
    <>
      {payments.some(({ recurring }) => !recurring) && <DraftAuthorization timing="scheduled" />}
      {payments.some(({ recurring }) => recurring) && !needsAgreement && <DraftAuthorization timing="recurring" />}
    </>
  );
}
