import { useMemo } from 'react';
import type { AccountType } from '#common/registration/rules/registration-types.ts';
import { SSN_DIGITS } from '#common/registration/registration-settings-from-options.ts';
import { accountNumberMask, digitsOf } from '#common/registration/rules/entry-formats.ts';
import { useLabel, useOption, useTexts } from '#web/institution/settings.ts';
import { dateMask, phoneMask, zipMask } from '#web/kit/entry-masks.ts';
import { Field } from '#web/kit/Field.tsx';
import { RichText } from '#web/kit/RichText.tsx';
import { useFieldErrors } from '#web/kit/use-field-errors.ts';
import { MaskedTextField } from '#web/ui/MaskedTextField.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { RadioCards, type RadioCardsProps } from '#web/ui/RadioCards.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from '../Register.module.css';
import { RegisterField } from '../RegisterField.tsx';
import { personalFields } from '../registration-values.ts';
import { SectionForm } from '../SectionForm.tsx';
import type { Registration } from '../use-registration.ts';
import type { MaskInputOptions } from 'maska';

/** Identifies the customer with the host's data (A 2.8). */
export function PersonalSection({ facts: registration }: { readonly facts: Registration }) {
  const { form, settings, emailCode } = registration;
  const info = useOption('registerOptions.infoMessage');
  const last = { registration, use: TextField, autoComplete: 'family-name', maxLength: 100 } as const;

  async function goOn() {
    if (await form.trigger(personalFields)) await registration.goOn();
  }
  return (
    <SectionForm registration={registration} onSubmit={goOn}>
      <RichText html={info} />
      {settings.accountTypes.length > 1 && <AccountTypes registration={registration} />}
      {settings.accountNumberRequired && <AccountNumber registration={registration} />}
      <div className={styles.pair}>
        <RegisterField
          registration={registration}
          use={TextField}
          name="firstName"
          hint="registerHint.firstName"
          hideWhen="registerOptions.hideFirstName"
          autoComplete="given-name"
          maxLength={100}
        />
        <RegisterField
          registration={registration}
          use={TextField}
          name="middleName"
          hint="registerHint.middleName"
          hideWhen="registerOptions.hideMiddleName"
          autoComplete="additional-name"
          maxLength={100}
        />
        <RegisterField {...last} name="lastName" />
        <RegisterField
          registration={registration}
          use={TextField}
          name="emailAddress"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          maxLength={254}
          rules={{ onChange: emailCode.forget }}
        />
        <SocialSecurityNumber registration={registration} />
        <RegisterField
          registration={registration}
          use={MaskedTextField}
          name="dateOfBirth"
          hideWhen="registerOptions.hideDateOfBirth"
          mask={dateMask}
          inputMode="numeric"
          autoComplete="off"
        />
        <RegisterField
          registration={registration}
          use={MaskedTextField}
          name="zip"
          hideWhen="registerOptions.hideZipCode"
          mask={zipMask}
          inputMode="numeric"
          autoComplete="postal-code"
        />
        <RegisterField
          registration={registration}
          use={MaskedTextField}
          name="phoneNumber"
          hideWhen="registerOptions.hidePhoneNumber"
          mask={phoneMask}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
        />
      </div>
    </SectionForm>
  );
}

/** Another type has other numbers, so the entry is cleared and the mask changes (A 4). */
function AccountTypes({ registration: { form, values } }: { readonly registration: Registration }) {
  const text = useTexts();
  const error = useFieldErrors(form.formState.errors);

  function choose(accountType: AccountType) {
    if (accountType === values.accountType) return;
    form.setValue('accountType', accountType, { shouldDirty: true, shouldValidate: true });
    form.setValue('accountNumber', '');
    form.clearErrors('accountNumber');
  }
  return (
    <Field<RadioCardsProps<AccountType>>
      use={RadioCards}
      label="registerLabel.accountType"
      cards={[
        { value: 'Deposit', label: text('register.deposit') ?? 'Deposit' },
        { value: 'Loan', label: text('register.loan') ?? 'Loan' },
      ]}
      value={values.accountType === '' ? null : values.accountType}
      onChange={choose}
      error={error('accountType')}
    />
  );
}

function AccountNumber({ registration }: { readonly registration: Registration }) {
  const { accountType } = registration.values;
  const parts = accountType === '' ? undefined : registration.settings.accountNumberParts[accountType];
  const pattern = accountNumberMask(parts ?? []);
  const mask = useMemo(() => maskOfAccountNumber(pattern), [pattern]);
  return (
    <RegisterField
      key={accountType}
      registration={registration}
      use={MaskedTextField}
      name="accountNumber"
      mask={mask}
      disabled={accountType === ''}
      {...(accountType === '' ? { hint: 'registerHint.accountNumber' as const } : {})}
      inputMode={parts?.length === 0 ? 'text' : 'numeric'}
      autoComplete="off"
      maxLength={40}
    />
  );
}

/** Only as many digits as asked for; of a pasted full number, the last ones. */
function SocialSecurityNumber({ registration }: { readonly registration: Registration }) {
  const { form, settings } = registration;
  const reveal = useLabel('register.showSsn');
  const lastDigits = useLabel('registerLabel.ssnLastDigits', { digits: String(settings.ssnDigits) });
  const isPart = settings.ssnDigits < SSN_DIGITS;
  return (
    <RegisterField
      registration={registration}
      use={PasswordField}
      name="ssn"
      {...(isPart ? { ownLabel: lastDigits } : {})}
      revealLabel={reveal.label}
      inputMode="numeric"
      autoComplete="off"
      rules={{
        onChange: ({ target }: { target: HTMLInputElement }) => {
          const typed = digitsOf(target.value);
          const isWhole = typed.length === SSN_DIGITS;
          const digits = isWhole ? typed.slice(-settings.ssnDigits) : typed.slice(0, settings.ssnDigits);
          if (digits !== target.value) form.setValue('ssn', digits);
        },
      }}
    />
  );
}

/** Converts `000-000000-0` for the field's mask; no mask without lengths from the institution. */
function maskOfAccountNumber(pattern: string): MaskInputOptions {
  return pattern === '' ? {} : { mask: pattern.replaceAll('0', '#'), eager: true };
}
