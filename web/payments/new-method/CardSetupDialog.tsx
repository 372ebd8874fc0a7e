import type { TextKey } from '#common/contract/all-texts.ts';
import { BankPageDialog } from '#web/kit/BankPageDialog.tsx';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useAction } from '#web/data/use-action.ts';
import { Button } from '#web/ui/Button.tsx';
import type { MethodChoice } from '../payment-values.ts';
import { type CardSetup, endCardSetup } from './card-setup.ts';

interface CardSetupDialogProps {
  readonly setup: CardSetup;
  readonly accountNumber: string;
  readonly onTaken: (choice: MethodChoice) => void;
  /** @param problem null if the customer gave it up */
  readonly onEnded: (problem: TextKey | null) => void;
}

/** The page of the customer's bank, for a card that has to be confirmed before it is saved. */
export function CardSetupDialog({ setup, accountNumber, onTaken, onEnded }: CardSetupDialogProps) {
  const checking = useAction(() => endCardSetup(setup, accountNumber, false), {
    onDone: onTaken,
    onFailed: (failure) => {
      const isRefused = failure.kind === 'refused' && failure.codes.includes('NotConfirmed');
      const isKnown = failure.kind === 'refused' && failure.codes.includes('AlreadyExists');
      if (isKnown) onEnded('paymentMethodError.alreadyExists');
      else onEnded(isRefused ? 'cardFields.notConfirmed' : 'cardFields.failed');
    },
  });

  function giveUp() {
    // Without an answer it ends by itself, and nothing is saved or charged.
    void endCardSetup(setup, accountNumber, true);
    onEnded(null);
  }

  return (
    <BankPageDialog
      url={setup.url}
      intro={<Text of="cardConfirmation.cardText" />}
      onReturn={() => void checking.run()}
      onClose={giveUp}
      actions={
        <Button look="quiet" onClick={giveUp}>
          <ControlName of="cardConfirmation.cardCancel" />
        </Button>
      }
    >
      <output>{checking.busy && <Text of="cardConfirmation.checking" />}</output>
    </BankPageDialog>
  );
}
