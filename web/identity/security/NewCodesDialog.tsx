import { useState } from 'react';
import { call } from '#web/data/client.ts';
import { Text } from '#web/kit/Text.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';

interface NewCodesDialogProps {
  readonly onFinished: () => Promise<void>;
  readonly onClose: () => void;
}

/** First the password, then ten new recovery codes. */
export function NewCodesDialog({ onFinished, onClose }: NewCodesDialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodesDialog codes={codes} onKept={onFinished} />;
  return (
    <ConfirmDialog
      title="authenticator.newCodesTitle"
      submit="authenticator.newCodesContinue"
      send={(Password) => call('POST /api/Authenticator/NewRecoveryCodes', { body: { Password } })}
      onDone={({ RecoveryCodes }) => setCodes(RecoveryCodes)}
      onClose={onClose}
    >
      <p>
        <Text of="authenticator.newCodesInfo" />
      </p>
    </ConfirmDialog>
  );
}
