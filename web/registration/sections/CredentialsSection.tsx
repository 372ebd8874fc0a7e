import type { TextKey, TextValues } from '#common/contract/all-texts.ts';
import { useOption, useTexts } from '#web/institution/settings.ts';
import { AgreementChoice } from '#web/kit/AgreementChoice.tsx';
import { NewPasswordFields } from '#web/identity/new-password/NewPasswordFields.tsx';
import type { NewPasswordWords } from '#web/identity/new-password/use-password-messages.ts';
import { Text } from '#web/kit/Text.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from '../Register.module.css';
import { RegisterField } from '../RegisterField.tsx';
import { SectionForm } from '../SectionForm.tsx';
import type { Registration } from '../use-registration.ts';

const passwordWords: NewPasswordWords = {
  password: 'registerLabel.password',
  confirmation: 'registerLabel.passwordConfirm',
  passwordPlaceholder: 'registerPlaceholder.password',
  confirmationPlaceholder: 'registerPlaceholder.passwordConfirm',
  confirmationRequired: 'register.confirmationRequired',
  confirmationDiffers: 'register.confirmationDiffers',
  rulesNotMet: 'register.passwordRulesNotMet',
};
/** The longest text that is sent; nothing that is typed is cut off before it is checked. */
const MAX_SENT_LENGTH = 256;
const agreementWords = { clickFirst: 'register.clickAgreementFirst', mustAgree: 'register.mustAgree' } as const;

/** Username, password and terms; submits the registration (A 2.8). */
export function CredentialsSection({ facts: registration }: { readonly facts: Registration }) {
  const { form, values, newPassword, agreements, choices } = registration;
  const hidesHeading = useOption('registerOptions.hideLogonHeading');
  const valuesOf = useLimits(registration);
  const nameError = form.formState.errors.userName?.message as TextKey | undefined;
  const text = useTexts();

  async function submit() {
    const hasAgreed = await choices.check();
    newPassword.showErrors();
    const nameIsValid = await form.trigger('userName');
    if (nameIsValid && newPassword.valid && hasAgreed) await registration.register();
  }
  return (
    <SectionForm
      registration={registration}
      onSubmit={submit}
      submitText="register.submit"
      busyText="register.submitting"
      valuesOf={valuesOf}
    >
      {!hidesHeading && (
        <div>
          <h2 tabIndex={-1}>
            <Text of="register.credentialsHeading" />
          </h2>
          <p className={styles.intro}>
            <Text of="register.credentialsMessage" />
          </p>
        </div>
      )}
      <RegisterField
        registration={registration}
        use={TextField}
        name="userName"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_SENT_LENGTH}
        error={nameError && (text(nameError, valuesOf(nameError)) ?? '')}
      />
      {values.userName === '' && (
        <p className={styles.intro}>
          <Text of="registerHint.passwordAfterName" />
        </p>
      )}
      <NewPasswordFields newPassword={newPassword} words={passwordWords} disabled={values.userName === ''} />
      {agreements.length > 0 && <Agreements registration={registration} />}
    </SectionForm>
  );
}

function Agreements({ registration: { agreements, choices, settings } }: { readonly registration: Registration }) {
  return (
    <ul className={styles.agreements}>
      {agreements.map((agreement) => (
        <li key={agreement.hostNumber}>
          <AgreementChoice
            agreement={agreement}
            words={agreementWords}
            openFirst={settings.opensAgreementsFirst}
            choices={choices}
          />
        </li>
      ))}
    </ul>
  );
}

function useLimits({ loginNamePolicy, newPassword }: Registration): (key: TextKey) => TextValues<TextKey> {
  return (key) => {
    const { minimumLength } = key === 'registerError.PasswordTooShort' ? newPassword.policy : loginNamePolicy;
    return { min: String(minimumLength), max: String(loginNamePolicy.maximumLength) };
  };
}
