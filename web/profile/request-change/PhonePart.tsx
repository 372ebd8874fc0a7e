import { phoneMask } from '#web/kit/entry-masks.ts';
import { Field } from '#web/kit/Field.tsx';
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
  const phone = form.entry[part];
  return (
    <fieldset className={styles.part}>
      <legend>
        <Text of={`requestChange.${part}`} />
      </legend>
      {numbers.map(({ name, label }) => (
        <Field
          key={name}
          use={MaskedTextField}
          label={label}
          mask={phoneMask}
          type="tel"
          inputMode="tel"
          value={phone[name]}
          error={form.phoneError(part, name)}
          onChange={({ currentTarget }) => form.change({ [part]: { ...phone, [name]: currentTarget.value } })}
          onBlur={() => form.leave(`${part}.${name}`)}
        />
      ))}
    </fieldset>
  );
}
