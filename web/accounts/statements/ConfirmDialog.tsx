import { CircleCheck } from 'lucide-react';
import { Text } from '#web/kit/Text.tsx';
import { QuestionDialog } from '#web/kit/QuestionDialog.tsx';

interface ConfirmDialogProps {
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** Asks for confirmation before e-statements are turned on, if the institution requires it (M 4). */
export function ConfirmDialog({ onCancel, onConfirm }: ConfirmDialogProps) {
  return (
    <QuestionDialog
      width={400}
      title="eStatementConfirm.title"
      icon={<CircleCheck size={24} aria-hidden="true" />}
      no="eStatementConfirm.cancel"
      yes="eStatementConfirm.confirm"
      onNo={onCancel}
      onYes={onConfirm}
    >
      <p>
        <Text of="eStatementConfirm.text" />
      </p>
    </QuestionDialog>
  );
}
