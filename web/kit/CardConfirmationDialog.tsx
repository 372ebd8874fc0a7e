import { useEffect, useEffectEvent } from 'react';
import { type CardConfirmation, endConfirmation } from '#web/data/followed-submissions.ts';
import { clock } from '#web/data/clock.ts';
import { useAction } from '#web/data/use-action.ts';
import { useLabel, useText } from '#web/institution/settings.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import styles from './CardConfirmationDialog.module.css';
import { ControlName } from './ControlName.tsx';
import { Text } from './Text.tsx';

/** Of the page to which the bank's page returns; see `web/public/card-confirmation.js`. */
const CHANNEL = 'passbook-card-confirmation';

interface CardConfirmationDialogProps {
  readonly submissionKey: string;
  readonly confirmation: CardConfirmation;
  /** The payment goes on waiting. */
  readonly onClose: () => void;
}

/** The page of the customer's bank, in a frame (3-D Secure). The server learns from the processor what came of it. */
export function CardConfirmationDialog({ submissionKey, confirmation, onClose }: CardConfirmationDialogProps) {
  const { label } = useLabel('cardConfirmation.title');
  const frame = useText('cardConfirmation.frame');
  const checking = useAction(() => endConfirmation(submissionKey, false));
  const givingUp = useAction(() => endConfirmation(submissionKey, true));
  const check = useEffectEvent(() => void checking.run());
  const { url, until } = confirmation;

  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', () => check());
    return () => channel.close();
  }, []);

  const now = Temporal.Instant.fromEpochMilliseconds(clock.nowMs());
  const minutesLeft = now.until(until).round({ smallestUnit: 'minute', roundingMode: 'ceil' }).total('minutes');
  return (
    <Dialog
      width={500}
      title={label}
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
      <p>
        <Text of="cardConfirmation.text" with={{ minutes: Math.max(1, minutesLeft) }} />
      </p>
      <iframe
        className={styles.frame}
        src={url}
        title={frame ?? ''}
        // The page is on another host, so with its own origin it can't touch ours.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
        referrerPolicy="origin"
      />
      <p>
        <a href={url} target="_blank" rel="noopener noreferrer">
          <Text of="cardConfirmation.openInTab" />
        </a>
      </p>
      <output>{checking.busy && <Text of="cardConfirmation.checking" />}</output>
      {givingUp.failure && (
        <Alert tone="bad">
          <Text of="cardConfirmation.giveUpFailed" />
        </Alert>
      )}
    </Dialog>
  );
}
