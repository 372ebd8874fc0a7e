import type { Contacts } from '#common/profile/profile.wire.ts';
import { phoneDigits, type PhoneOnFile } from '#common/profile/rules/phones.ts';
import { useLabel } from '#web/institution/settings.ts';
import { dashedPhoneMask } from '#web/kit/entry-masks.ts';
import { FormField } from '#web/kit/FormField.tsx';
import { MaskedTextField } from '#web/ui/MaskedTextField.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import styles from '../profile.module.css';
import { Texting } from './OnFile.tsx';
import type { PersonalInfoForm } from './use-personal-info.ts';

interface PhoneFieldsProps {
  readonly form: PersonalInfoForm;
  readonly saved: Contacts;
  readonly disabled: boolean;
  readonly onTexting: (phone: PhoneOnFile) => void;
}

/** Up to two phones, one of them primary (M 4, M 5). */
export function PhoneFields({ form, saved, disabled, onTexting }: PhoneFieldsProps) {
  const show = useLabel('userInfo.showOldPassword');
  return (
    <>
      <div className={styles.fields}>
        {([1, 2] as const).map((phone) => (
          <Phone key={phone} phone={phone} form={form} saved={saved} disabled={disabled} onTexting={onTexting} />
        ))}
      </div>
      {form.needsPassword && (
        <div className={styles.narrow}>
          <FormField
            use={PasswordField}
            control={form.control}
            entry="oldPassword"
            label="personalInfo.oldPassword"
            hint="personalInfo.oldPasswordHint"
            revealLabel={show.label}
            name="current-password"
            autoComplete="current-password"
            aria-required
            maxLength={256}
            disabled={disabled}
          />
        </div>
      )}
    </>
  );
}

const names = {
  1: { name: 'phone1', label: 'personalInfo.phone1', primaryLabel: 'personalInfo.primary1' },
  2: { name: 'phone2', label: 'personalInfo.phone2', primaryLabel: 'personalInfo.primary2' },
} as const;

function Phone({ phone, form, saved, disabled, onTexting }: PhoneFieldsProps & { readonly phone: 1 | 2 }) {
  const { name, label, primaryLabel } = names[phone];
  const primary = useLabel(primaryLabel);
  const known = saved.phones.find(({ number }) => number === phoneDigits(form.fields[name]));
  return (
    <div className={styles.phone}>
      <FormField
        use={MaskedTextField}
        control={form.control}
        entry={name}
        data-width="phone"
        label={label}
        mask={dashedPhoneMask}
        type="tel"
        inputMode="tel"
        autoComplete={phone === 1 ? 'tel-national' : 'off'}
        disabled={disabled}
        error={form.error(name)}
      />
      <div className={styles.phoneActions}>
        <Switch
          {...primary}
          checked={form.primary === phone}
          disabled={disabled || (phone === 2 && !form.mayBePrimary2) || (phone === 1 && !form.mayBePrimary2)}
          onChange={(on) => form.setPrimary(phone, on)}
        />
        {known && <Texting phone={known} disabled={disabled} onOpen={() => onTexting(known)} />}
      </div>
    </div>
  );
}
