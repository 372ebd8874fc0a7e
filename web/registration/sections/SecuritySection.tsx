import { useLabel } from '#web/institution/settings.ts';
import { Field } from '#web/kit/Field.tsx';
import { useFieldErrors } from '#web/kit/use-field-errors.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from '../Register.module.css';
import { registerEntry } from '../register-entry.ts';
import { RegisterField } from '../RegisterField.tsx';
import { securityFields } from '../registration-values.ts';
import { SectionForm } from '../SectionForm.tsx';
import type { Registration } from '../use-registration.ts';

/** Facts the host may know, and a secret question for later (A 2.8). */
export function SecuritySection({ facts: registration }: { readonly facts: Registration }) {
  const { form, settings } = registration;

  async function goOn() {
    if (await form.trigger(securityFields)) await registration.goOn();
  }
  return (
    <SectionForm registration={registration} onSubmit={goOn}>
      <div className={styles.pair}>
        <RegisterField
          registration={registration}
          use={TextField}
          name="placeOfBirth"
          hideWhen="registerOptions.hidePlaceOfBirth"
          autoComplete="off"
          maxLength={100}
        />
        <RegisterField
          registration={registration}
          use={TextField}
          name="driversLicense"
          hideWhen="registerOptions.hideDriversLicense"
          autoComplete="off"
          maxLength={40}
        />
        <RegisterField
          registration={registration}
          use={TextField}
          name="mothersMaiden"
          hideWhen="registerOptions.hideMothersMaiden"
          autoComplete="off"
          maxLength={100}
        />
      </div>
      {settings.secretQuestion !== 'none' && <SecretQuestion registration={registration} />}
    </SectionForm>
  );
}

function SecretQuestion({ registration }: { readonly registration: Registration }) {
  const { form, settings } = registration;
  const choose = useLabel('register.chooseQuestion');
  const error = useFieldErrors(form.formState.errors);
  return (
    <>
      {settings.secretQuestion === 'custom' ? (
        <RegisterField
          registration={registration}
          use={TextField}
          name="secretQuestion"
          autoComplete="off"
          maxLength={200}
        />
      ) : (
        <Field
          use={SelectField}
          label="registerLabel.secretQuestion"
          placeholder={choose.label}
          options={settings.questions.map((question) => ({ value: question, label: question }))}
          error={error('secretQuestion')}
          {...registerEntry(form, 'secretQuestion')}
        />
      )}
      <RegisterField
        registration={registration}
        use={TextField}
        name="secretAnswer"
        autoComplete="off"
        maxLength={200}
      />
    </>
  );
}
