import { phoneMask } from '#web/kit/entry-masks.ts';
import { FormField } from '#web/kit/FormField.tsx';
import { Text } from '#web/kit/Text.tsx';
import { MaskedTextField } from '#web/ui/MaskedTextField.tsx';
import styles from './request-change.module.css';
import type { ContactChangeForm, PhonePart as Part } from './use-contact-change.ts';

const numbers = [
  { name: 'oldPhoneNumber', label: 'requestChange.oldPhoneNumber' },
  { name: 'newPhoneNumber', label: 'requestChange.newPhoneNumber' },
] as const;

interface PhonePartProps {
  readonly form: ContactChangeForm;
  readonly part: Part;
}

export function PhonePart({ form, part }: PhonePartProps) {
  return (
    <fieldset className={styles.part}>
      <legend>
        <Text of={`requestChange.${part}`} />
      </legend>
      {numbers.map(({ name, label }) => (
        <FormField
          key={name}
          use={MaskedTextField}
          control={form.control}
          entry={`${part}.${name}`}
          label={label}
          mask={phoneMask}
          type="tel"
          inputMode="tel"
          error={form.phoneError(part, name)}
        />
      ))}
    </fieldset>
  );
}
