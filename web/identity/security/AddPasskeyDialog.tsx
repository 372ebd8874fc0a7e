import { useForm } from 'react-hook-form';
import { nameDevice } from '#common/identity/rules/name-device.ts';
import { useTexts } from '#web/institution/settings.ts';
import { Field } from '#web/kit/Field.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { addPasskey } from './add-passkey.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface AddPasskeyDialogProps {
  readonly onAdded: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for a name and the password; then the browser asks for fingerprint, face or PIN. */
export function AddPasskeyDialog({ onAdded, onClose }: AddPasskeyDialogProps) {
  const text = useTexts();
  const { system } = nameDevice(navigator.userAgent);
  const { formState, getValues, register, trigger } = useForm({
    defaultValues: { passkeyName: system === null ? '' : (text('passkeys.defaultName', { device: system }) ?? '') },
  });
  return (
    <ConfirmDialog
      title="passkeys.addTitle"
      submit="passkeys.addContinue"
      check={() => trigger()}
      send={(password) => addPasskey(getValues('passkeyName').trim(), password)}
      onDone={onAdded}
      onClose={onClose}
    >
      <Field
        use={TextField}
        label="passkeys.name"
        hint="passkeys.nameHint"
        autoComplete="off"
        maxLength={60}
        error={formState.errors.passkeyName && text('passkeys.nameRequired')}
        {...register('passkeyName', { validate: (name) => name.trim() !== '' })}
      />
    </ConfirmDialog>
  );
}
