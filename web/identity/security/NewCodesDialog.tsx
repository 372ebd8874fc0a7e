import { useState } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import { call } from '#web/data/client.ts';
import { Text } from '#web/kit/Text.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { confirmationProblem } from './security-data.ts';

interface NewCodesDialogProps {
  readonly onFinished: () => Promise<void>;
  readonly onClose: () => void;
}

/** The password, then ten new recovery codes. */
export function NewCodesDialog({ onFinished, onClose }: NewCodesDialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  async function renew(Password: string): Promise<TextKey | null> {
    const result = await call('POST /api/Authenticator/NewRecoveryCodes', { body: { Password } });
    if (result.kind === 'answer') setCodes(result.body.RecoveryCodes);
    return confirmationProblem(result);
  }
  if (codes) return <RecoveryCodesDialog codes={codes} onKept={onFinished} />;
  return (
    <ConfirmDialog
      title="authenticator.newCodesTitle"
      submit="authenticator.newCodesContinue"
      attempt={renew}
      onClose={onClose}
    >
      <p>
        <Text of="authenticator.newCodesInfo" />
      </p>
    </ConfirmDialog>
  );
}
