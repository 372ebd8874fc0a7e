import { useController } from 'react-hook-form';
import { sanitizeZipCode } from '#common/core/mailing-address.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useTexts } from '#web/institution/settings.ts';
import { Field } from '#web/kit/Field.tsx';
import { FormField } from '#web/kit/FormField.tsx';
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
  return (
    <fieldset className={styles.part}>
      <legend>
        <Text of={`requestChange.${part}`} />
      </legend>
      <Line form={form} part={part} name="addressLine1" label="requestChange.addressLine1" />
      <Line form={form} part={part} name="addressLine2" label="requestChange.addressLine2" />
      <Line form={form} part={part} name="city" label="requestChange.city" />
      <StateAndZip>
        <FormField
          use={SelectField}
          control={form.control}
          entry={`${part}.state`}
          label="requestChange.state"
          placeholder={text('requestChange.chooseState') ?? ''}
          options={stateOptions}
          error={form.addressError(part, 'state')}
        />
        <ZipField form={form} part={part} />
      </StateAndZip>
    </fieldset>
  );
}

interface LineProps extends AddressPartProps {
  readonly name: 'addressLine1' | 'addressLine2' | 'city';
  readonly label: TextKey;
}

function Line({ form, part, name, label }: LineProps) {
  return (
    <FormField
      use={TextField}
      control={form.control}
      entry={`${part}.${name}`}
      label={label}
      error={form.addressError(part, name)}
    />
  );
}

function ZipField({ form, part }: AddressPartProps) {
  const { field } = useController({ control: form.control, name: `${part}.zip` });
  return (
    <Field
      use={TextField}
      {...field}
      label="requestChange.zip"
      inputMode="numeric"
      error={form.addressError(part, 'zip')}
      onChange={({ currentTarget: { value }, nativeEvent }) => {
        const isPasted = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste';
        field.onChange(isPasted ? value.replaceAll(/\D/g, '').slice(0, 10) : sanitizeZipCode(value));
        // A pasted zip code isn't truncated; the message explains the problem (C-020).
        if (isPasted) field.onBlur();
      }}
    />
  );
}
