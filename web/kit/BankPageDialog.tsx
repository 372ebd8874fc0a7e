import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useLabel, useText } from '#web/institution/settings.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import styles from './BankPageDialog.module.css';
import { Text } from './Text.tsx';

/** Of the page to which the bank's page returns; see `web/public/card-confirmation.js`. */
const CHANNEL = 'passbook-card-confirmation';

interface BankPageDialogProps {
  readonly url: string;
  /** Says what the customer confirms. */
  readonly intro: ReactNode;
  /** The bank's page has ended. What came of it has to be asked for. */
  readonly onReturn: () => void;
  readonly onClose: () => void;
  /** The outcome is being asked for. */
  readonly checking?: boolean;
  /** Can't be closed meanwhile. */
  readonly locked?: boolean;
  readonly actions: ReactNode;
  /** Problems, above the bank's page, which may be higher than the screen. */
  readonly children?: ReactNode;
}

/** A page of the customer's bank in a frame (3-D Secure), or in a tab of its own. */
export function BankPageDialog(props: BankPageDialogProps) {
  const { url, intro, checking = false, locked = false, onReturn, onClose, actions, children } = props;
  const { label } = useLabel('cardConfirmation.title');
  const title = useText('cardConfirmation.frame');
  const returned = useEffectEvent(onReturn);

  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', () => returned());
    return () => channel.close();
  }, []);

  return (
    <Dialog width={500} title={label} locked={locked} onClose={onClose} actions={actions}>
      <div>
        <p>{intro}</p>
        <output>{checking && <Text of="cardConfirmation.checking" />}</output>
      </div>
      {children}
      <iframe
        className={styles.frame}
        src={url}
        title={title ?? ''}
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
    </Dialog>
  );
}
