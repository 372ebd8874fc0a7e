import { useDeskAction } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';

interface MessageDialogProps {
  readonly messageId: number;
  readonly title: string;
  readonly onClose: () => void;
}

export function SendAgainDialog({
  customerId,
  messageId,
  title,
  onClose,
}: MessageDialogProps & { readonly customerId: string }) {
  const send = useDeskAction('POST /api/desk/messages/send-again');
  return (
    <ActionDialog
      title={`Send again: ${title}`}
      what="The same email goes to the customer's present address once more. It says what it said then, below a line with the day it was first sent."
      confirmLabel="Send again"
      onClose={onClose}
      onConfirm={(reason) => send.mutateAsync({ body: { customerId, messageId, reason } })}
    />
  );
}

export function DropMessageDialog({ messageId, title, onClose }: MessageDialogProps) {
  const drop = useDeskAction('POST /api/desk/messages/drop');
  return (
    <ActionDialog
      title={`Give up: ${title}`}
      what="It is not tried again and never arrives. If it is the customer's address that is wrong, correct that instead: emails that wait then go there, except those that warn of a change to a sign-in or an address."
      confirmLabel="Give up"
      dangerous
      onClose={onClose}
      onConfirm={(reason) => drop.mutateAsync({ body: { messageId, reason } })}
    />
  );
}
