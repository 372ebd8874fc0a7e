import { useState } from 'react';
import { nameDevice } from '#common/identity/rules/name-device.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useTexts } from '#web/institution/settings.ts';
import { Field } from '#web/kit/Field.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { addPasskey } from './add-passkey.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface AddPasskeyDialogProps {
  readonly onAdded: () => Promise<void>;
  readonly onClose: () => void;
}

/** A name and the password; then the browser asks for finger, face or PIN. */
export function AddPasskeyDialog({ onAdded, onClose }: AddPasskeyDialogProps) {
  const text = useTexts();
  const [name, setName] = useState(() => {
    const { system } = nameDevice(navigator.userAgent);
    return system === null ? '' : (text('passkeys.defaultName', system) ?? '');
  });
  const [isMissing, setMissing] = useState(false);

  function check(): boolean {
    setMissing(name.trim() === '');
    return name.trim() !== '';
  }
  async function add(password: string): Promise<TextKey | null> {
    const problem = await addPasskey(name.trim(), password);
    if (problem === null) await onAdded();
    return problem;
  }
  return (
    <ConfirmDialog
      title="passkeys.addTitle"
      submit="passkeys.addContinue"
      check={check}
      attempt={add}
      onClose={onClose}
    >
      <Field
        use={TextField}
        label="passkeys.name"
        hint="passkeys.nameHint"
        name="passkeyName"
        autoComplete="off"
        maxLength={60}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={isMissing ? text('passkeys.nameRequired') : undefined}
      />
    </ConfirmDialog>
  );
}
