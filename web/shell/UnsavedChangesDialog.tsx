import { Text } from '#web/kit/Text.tsx';
import { QuestionDialog } from '#web/kit/QuestionDialog.tsx';

interface UnsavedChangesDialogProps {
  readonly onNo: () => void;
  readonly onYes: () => void;
}

export function UnsavedChangesDialog({ onNo, onYes }: UnsavedChangesDialogProps) {
  return (
    <QuestionDialog
      width={350}
      title="unsavedDialog.title"
      no="unsavedDialog.no"
      yes="unsavedDialog.yes"
      onNo={onNo}
      onYes={onYes}
    >
      <p>
        <Text of="unsavedDialog.question" />
      </p>
    </QuestionDialog>
  );
}
