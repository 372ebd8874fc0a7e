import { sanitizeAddressText, sanitizeZipCode } from '#common/core/mailing-address.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useTexts } from '#web/institution/settings.ts';
import { FormField } from '#web/kit/FormField.tsx';
import { stateOptions } from '#web/kit/state-options.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from '../profile.module.css';
import type { PersonalInfoForm } from './use-personal-info.ts';

interface AddressFieldsProps {
  readonly form: PersonalInfoForm;
  readonly disabled: boolean;
}

export function AddressFields({ form, disabled }: AddressFieldsProps) {
  const text = useTexts();
  return (
    <div className={styles.fields}>
      <Line form={form} disabled={disabled} name="address1" label="personalInfo.address1" />
      <Line form={form} disabled={disabled} name="city" label="personalInfo.city" />
      <FormField
        use={SelectField}
        control={form.control}
        entry="state"
        label="personalInfo.state"
        autoComplete="address-level1"
        options={stateOptions}
        placeholder={text('personalInfo.chooseState') ?? ''}
        disabled={disabled}
        error={form.error('state')}
      />
      <Line form={form} disabled={disabled} name="zipCode" label="personalInfo.zipCode" />
    </div>
  );
}

const autoComplete = { address1: 'address-line1', city: 'address-level2', zipCode: 'postal-code' } as const;

interface LineProps extends AddressFieldsProps {
  readonly name: keyof typeof autoComplete;
  readonly label: TextKey;
}

function Line({ form, disabled, name, label }: LineProps) {
  return (
    <FormField
      use={TextField}
      control={form.control}
      entry={name}
      clean={name === 'zipCode' ? sanitizeZipCode : sanitizeAddressText}
      label={label}
      autoComplete={autoComplete[name]}
      {...(name === 'zipCode' ? { inputMode: 'numeric' as const } : {})}
      disabled={disabled}
      error={form.error(name)}
    />
  );
}
