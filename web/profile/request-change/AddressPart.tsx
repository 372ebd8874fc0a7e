import { sanitizeZipCode } from '#common/core/mailing-address.ts';
import type { AddressFields } from '#common/profile/rules/contact-change.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useTexts } from '#web/institution/settings.ts';
import { Field } from '#web/kit/Field.tsx';
import { StateAndZip } from '#web/kit/StateAndZip.tsx';
import { stateOptions } from '#web/kit/state-options.ts';
import { Text } from '#web/kit/Text.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './request-change.module.css';
import type { AddressPart as Part, ContactChangeForm } from './use-contact-change.ts';

interface AddressPartProps {
  readonly form: ContactChangeForm;
  readonly part: Part;
}

export function AddressPart({ form, part }: AddressPartProps) {
  const text = useTexts();
  const address = form.entry[part];
  const set = (changed: Partial<AddressFields>) => form.change({ [part]: { ...address, ...changed } });
  return (
    <fieldset className={styles.part}>
      <legend>
        <Text of={`requestChange.${part}`} />
      </legend>
      <Line form={form} part={part} name="addressLine1" label="requestChange.addressLine1" />
      <Line form={form} part={part} name="addressLine2" label="requestChange.addressLine2" />
      <Line form={form} part={part} name="city" label="requestChange.city" />
      <StateAndZip>
        <Field
          use={SelectField}
          label="requestChange.state"
          placeholder={text('requestChange.chooseState') ?? ''}
          options={stateOptions}
          value={address.state}
          error={form.addressError(part, 'state')}
          onChange={({ currentTarget }) => set({ state: currentTarget.value })}
          onBlur={() => form.leave(`${part}.state`)}
        />
        <Field
          use={TextField}
          label="requestChange.zip"
          inputMode="numeric"
          value={address.zip}
          error={form.addressError(part, 'zip')}
          onChange={({ currentTarget, nativeEvent }) => {
            const isPasted = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste';
            set({
              zip: isPasted
                ? currentTarget.value.replaceAll(/\D/g, '').slice(0, 10)
                : sanitizeZipCode(currentTarget.value),
            });
            // A pasted zip code isn't truncated; the message explains the problem (C-020).
            if (isPasted) form.leave(`${part}.zip`);
          }}
          onBlur={() => form.leave(`${part}.zip`)}
        />
      </StateAndZip>
    </fieldset>
  );
}

interface LineProps extends AddressPartProps {
  readonly name: 'addressLine1' | 'addressLine2' | 'city';
  readonly label: TextKey;
}

function Line({ form, part, name, label }: LineProps) {
  const address = form.entry[part];
  return (
    <Field
      use={TextField}
      label={label}
      value={address[name]}
      error={form.addressError(part, name)}
      onChange={({ currentTarget }) => form.change({ [part]: { ...address, [name]: currentTarget.value } })}
      onBlur={() => form.leave(`${part}.${name}`)}
    />
  );
}
