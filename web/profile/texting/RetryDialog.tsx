import { Text } from '#web/kit/Text.tsx';
import { QuestionDialog } from '#web/kit/QuestionDialog.tsx';

interface RetryDialogProps {
  readonly onCancel: () => void;
  readonly onRetry: () => void;
}

/** The provider has saved the subscriptions, but the profile hasn't yet (M 8). */
export function RetryDialog({ onCancel, onRetry }: RetryDialogProps) {
  return (
    <QuestionDialog
      width={350}
      title="textingRetry.title"
      no="textingRetry.cancel"
      yes="textingRetry.retry"
      onNo={onCancel}
      onYes={onRetry}
    >
      <p role="alert">
        <Text of="textingRetry.question" />
      </p>
    </QuestionDialog>
  );
}
