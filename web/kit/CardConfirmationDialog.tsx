import type { CardConfirmation } from '#web/data/followed-submissions.ts';
import { endConfirmation } from '#web/data/follow-submissions.ts';
import { useAction } from '#web/data/use-action.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { BankPageDialog } from './BankPageDialog.tsx';
import { ControlName } from './ControlName.tsx';
import { Text } from './Text.tsx';

interface CardConfirmationDialogProps {
  readonly submissionKey: string;
  readonly confirmation: CardConfirmation;
  /** The payment goes on waiting. */
  readonly onClose: () => void;
}

/** A payment that the customer has to confirm. The server learns from the processor what came of it. */
export function CardConfirmationDialog({ submissionKey, confirmation, onClose }: CardConfirmationDialogProps) {
  const checking = useAction(() => endConfirmation(submissionKey, false));
  const givingUp = useAction(() => endConfirmation(submissionKey, true));
  const { url, minutesLeft } = confirmation;

  return (
    <BankPageDialog
      url={url}
      intro={<Text of="cardConfirmation.text" with={{ minutes: minutesLeft }} />}
      checking={checking.busy}
      onReturn={() => void checking.run()}
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            <ControlName of="cardConfirmation.later" />
          </Button>
          <Button look="quiet" busy={givingUp.busy} onClick={() => void givingUp.run()}>
            <ControlName of="cardConfirmation.giveUp" />
          </Button>
        </>
      }
    >
      {givingUp.failure && (
        <Alert tone="bad">
          <Text of="cardConfirmation.giveUpFailed" />
        </Alert>
      )}
    </BankPageDialog>
  );
}
