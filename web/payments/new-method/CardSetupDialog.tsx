import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import { clock } from '#web/data/clock.ts';
import { nextPoll } from '#web/data/next-poll.ts';
import { useAction } from '#web/data/use-action.ts';
import { BankPageDialog } from '#web/kit/BankPageDialog.tsx';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { reloadSavedMethods } from '../methods-data.ts';
import type { MethodChoice } from '../payment-values.ts';
import { checkCardSetup, type CardSetup, type CardSetupEnd, giveUpCardSetup, isNotConfirmed } from './card-setup.ts';

interface CardSetupDialogProps {
  readonly setup: CardSetup;
  readonly accountNumber: string;
  readonly onTaken: (choice: MethodChoice) => void;
  /** @param problem null if the customer gave it up */
  readonly onEnded: (problem: TextKey | null) => void;
}

/**
 * The page of the customer's bank, for a card that has to be confirmed before it is saved. Stays open until the card is
 * saved, the customer cancels, or the time is over, since it may be confirmed elsewhere, such as in the bank's app.
 */
export function CardSetupDialog({ setup, accountNumber, onTaken, onEnded }: CardSetupDialogProps) {
  const [told, setTold] = useState<'cardConfirmation.cardNotYet' | 'cardConfirmation.cardUnknown' | null>(null);
  const over = useRef(false);

  function end(as: CardSetupEnd | 'notConfirmed' | 'canceled') {
    // The customer and the repeated question may learn it at the same time.
    if (over.current) return;
    over.current = true;
    if (as === 'canceled') onEnded(null);
    else if (as === 'known') onEnded('paymentMethodError.alreadyExists');
    else if (as === 'notConfirmed') onEnded('cardFields.notConfirmed');
    else onTaken(as);
  }

  const checking = useAction(() => checkCardSetup(setup, accountNumber), {
    onDone: end,
    onFailed: (failure) =>
      setTold(isNotConfirmed(failure) ? 'cardConfirmation.cardNotYet' : 'cardConfirmation.cardUnknown'),
  });
  // What was confirmed meanwhile is not given up.
  const leaving = useAction(() => checkCardSetup(setup, accountNumber), {
    onDone: end,
    onFailed: (failure) => {
      if (isNotConfirmed(failure)) void giveUpCardSetup(setup);
      end('canceled');
    },
  });
  useRepeatedQuestion(setup, accountNumber, end);

  function leave() {
    if (!checking.busy) void leaving.run();
  }

  return (
    <BankPageDialog
      url={setup.url}
      intro={<Text of="cardConfirmation.cardText" />}
      checking={checking.busy || leaving.busy}
      locked={checking.busy || leaving.busy}
      onReturn={() => void checking.run()}
      onClose={leave}
      actions={
        <Button look="quiet" disabled={checking.busy} busy={leaving.busy} onClick={leave}>
          <ControlName of="cardConfirmation.cardCancel" />
        </Button>
      }
    >
      {told && (
        <Alert
          tone="warn"
          action={
            <Button look="quiet" disabled={leaving.busy} busy={checking.busy} onClick={() => void checking.run()}>
              <ControlName of="cardConfirmation.checkAgain" />
            </Button>
          }
        >
          <Text of={told} />
        </Alert>
      )}
    </BankPageDialog>
  );
}

/** Asks with growing pauses, without a word, until the card is saved or the time is over. */
function useRepeatedQuestion(
  setup: CardSetup,
  accountNumber: string,
  onEnd: (as: CardSetupEnd | 'notConfirmed') => void,
): void {
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    let open = true;
    async function repeat() {
      for (let asked = 1; ; asked += 1) {
        await nextPoll(asked);
        if (!open) return;
        const outcome = await checkCardSetup(setup, accountNumber);
        if (!open) return;
        if (outcome.kind === 'answer') return end(outcome.body);
        if (!isNotConfirmed(outcome) || clock.nowMs() < setup.endsAtMs) continue;
        // In its last moment, it may have been saved as a card that was known.
        await reloadSavedMethods(accountNumber).catch(() => []);
        if (open) return end('notConfirmed');
      }
    }
    void repeat();
    return () => {
      open = false;
    };
  }, [setup, accountNumber]);
}
