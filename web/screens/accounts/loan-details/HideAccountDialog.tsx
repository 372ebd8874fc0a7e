import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useLabel } from '#web/data/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import { paths } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { hideAccount } from './loan-data.ts';

/** How long the success stands before the dialog closes (M 9). */
const CLOSES_AFTER_MS = 4_000;

interface HideAccountDialogProps {
  readonly accountNumber: string;
  readonly onClose: () => void;
}

/** Asks before a loan is hidden from the web; afterwards there is nothing left to see here (M 4). */
export function HideAccountDialog({ accountNumber, onClose }: HideAccountDialogProps) {
  const title = useLabel('hideAccount.title');
  const navigate = useNavigate();
  const [state, setState] = useState<'asking' | 'hiding' | 'hidden' | 'failed'>('asking');
  const hidden = state === 'hidden';
  const hiding = state === 'hiding';

  useEffect(() => {
    if (!hidden) return undefined;
    const timer = setTimeout(() => void navigate({ to: paths.dashboard }), CLOSES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [hidden, navigate]);

  async function submit() {
    setState('hiding');
    setState((await hideAccount(accountNumber)) ? 'hidden' : 'failed');
  }

  function close() {
    if (hidden) void navigate({ to: paths.dashboard });
    else if (!hiding) onClose();
  }
  return (
    <Dialog
      width={400}
      title={title.label}
      titleHidden={title.labelHidden}
      locked={hiding}
      onClose={close}
      actions={
        !hidden && (
          <>
            <Button look="quiet" disabled={hiding} onClick={close}>
              <ControlName of="hideAccount.cancel" />
            </Button>
            <Button look="danger" busy={hiding} onClick={() => void submit()}>
              <ControlName of="hideAccount.submit" />
            </Button>
          </>
        )
      }
    >
      {hidden ? (
        <Alert tone="ok">
          <Text of="hideAccount.success" />
        </Alert>
      ) : (
        <p>
          <Text of="hideAccount.question" />
        </p>
      )}
      {state === 'failed' && (
        <Alert tone="bad">
          <Text of="hideAccount.error" />
        </Alert>
      )}
    </Dialog>
  );
}
