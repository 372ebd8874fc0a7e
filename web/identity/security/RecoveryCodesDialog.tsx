import { useEffect, useState } from 'react';
import { useLabel } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useUnsavedChanges } from '#web/kit/unsaved-changes.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import styles from './security.module.css';

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onKept: () => Promise<void>;
}

/** The codes show only once, so Escape doesn't close the dialog. */
export function RecoveryCodesDialog({ codes, onKept }: RecoveryCodesDialogProps) {
  const title = useLabel('authenticator.codesTitle');
  useUnloadQuestion();
  const [copying, setCopying] = useState<'open' | 'done' | 'refused'>('open');

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setCopying('done');
    } catch {
      // Denied by the browser, or unavailable without https.
      setCopying('refused');
    }
  }
  return (
    <Dialog
      width={500}
      title={title.label}
      titleHidden={title.labelHidden}
      locked
      onClose={() => undefined}
      actions={
        <>
          <Button look="quiet" onClick={() => void copy()}>
            <ControlName of={copying === 'done' ? 'authenticator.copied' : 'authenticator.copy'} />
          </Button>
          <Button onClick={() => void onKept()}>
            <ControlName of="authenticator.kept" />
          </Button>
        </>
      }
    >
      <p>
        <Text of="authenticator.codesInfo" />
      </p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      {copying === 'refused' && (
        <FocusedAlert>
          <Text of="authenticator.copyRefused" />
        </FocusedAlert>
      )}
    </Dialog>
  );
}

/** Asks before a reload, whatever the institution's setting, since the codes can't be shown again. */
function useUnloadQuestion(): void {
  useUnsavedChanges(true);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
}
