import { actionWords } from '#common/desk/action-words.ts';
import type { Approval } from '#common/desk/work.api.ts';
import { useDeskAction } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';

export type Asked = 'approve' | 'decline' | 'withdraw';

interface DecisionDialogProps {
  readonly item: Approval;
  readonly asked: Asked;
  readonly onClose: () => void;
}

/** What an approval does that doesn't change anything at once. */
const laterEffects: Readonly<Partial<Record<Approval['action'], (askedBy: string) => string>>> = {
  downloadBankFile: (askedBy) => `You allow ${askedBy} to download this file once, within a day.`,
  downloadCreditFile: (askedBy) => `You allow ${askedBy} to download this file once, within a day.`,
  takeReturns: () => 'You allow this file to be taken, with exactly the effects shown here. Nothing changes yet.',
  correctEmail: () => 'The new address counts after a day, unless the former one stops it.',
};

/** Decides a request of someone else, or takes back one's own. */
export function DecisionDialog({ item, asked, onClose }: DecisionDialogProps) {
  const { workItemId, action, customerName, askedBy } = item;
  const approve = useDeskAction('POST /api/desk/approvals/approve');
  const decline = useDeskAction('POST /api/desk/approvals/decline');
  const withdraw = useDeskAction('POST /api/desk/approvals/withdraw');
  const words = {
    approve: {
      title: 'Approve',
      what:
        laterEffects[action]?.(askedBy) ?? `The change is made at once: ${actionWords[action]} for ${customerName}.`,
    },
    decline: { title: 'Decline', what: `Nothing changes. Your reason goes to ${askedBy}.` },
    withdraw: { title: 'Withdraw', what: 'You take your request back. Nothing changes.' },
  }[asked];
  const change = { approve, decline, withdraw }[asked];
  return (
    <ActionDialog
      title={words.title}
      what={words.what}
      confirmLabel={words.title}
      onClose={onClose}
      onConfirm={(reason) => change.mutateAsync({ body: { workItemId, reason } })}
    />
  );
}
