import { useOption } from '#web/institution/settings.ts';
import { RichText } from '#web/kit/RichText.tsx';
import { Text } from '#web/kit/Text.tsx';
import { QuestionDialog } from '#web/kit/QuestionDialog.tsx';

interface WithdrawalDialogProps {
  readonly onCancel: () => void;
  readonly onAcknowledge: () => void;
}

/** The consequences of returning to paper, to be acknowledged (M 4, C-097). */
export function WithdrawalDialog({ onCancel, onAcknowledge }: WithdrawalDialogProps) {
  const words = useOption('estatementOptions.withdrawalText');
  return (
    <QuestionDialog
      width={400}
      title="eStatementWithdrawal.title"
      no="eStatementWithdrawal.cancel"
      yes="eStatementWithdrawal.acknowledge"
      onNo={onCancel}
      onYes={onAcknowledge}
    >
      {words === '' ? (
        <p>
          <Text of="eStatementWithdrawal.text" />
        </p>
      ) : (
        <RichText html={words} />
      )}
    </QuestionDialog>
  );
}
