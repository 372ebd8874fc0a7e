import { useState } from 'react';
import { type SsnStepErrorKey, ssnDigits, validateSsnStep } from '#common/identity/rules/ssn-step.ts';
import { call } from '#web/data/client.ts';
import { useLabel, useTexts } from '#web/institution/settings.ts';
import { Field } from '#web/kit/Field.tsx';
import { Form } from '#web/kit/Form.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { StepAlert } from './StepAlert.tsx';
import styles from './steps.module.css';
import { SubmitButton } from './SubmitButton.tsx';
import type { StepProps } from './use-follow-up.ts';
import { useStepCall } from './use-step-call.ts';

/** The social security number, until the e-mail address is verified (A 2.6). */
export function SsnStep({ login, onDone, onOver }: StepProps) {
  const text = useTexts();
  const reveal = useLabel('ssnStep.show');
  const [ssn, setSsn] = useState('');
  const [error, setError] = useState<SsnStepErrorKey | undefined>();
  const { busy, problem, attempt } = useStepCall(onOver);

  async function submit() {
    const found = validateSsnStep({ ssn }).ssn;
    setError(found);
    if (found || busy) return;
    // Whose number it must be, the session says: the password is not sent once more.
    const Credentials = { UserName: login.response.UserName, Password: '' };
    await attempt(
      call('POST /api/Login/VerifyNewUser', { body: { Credentials, SocialSecurityNumber: ssn } }),
      (answer) => onDone({ changePasswordToken: answer.ChangePasswordToken }),
      (failure) => {
        if (failure.kind === 'unreachable' || failure.codes[0] !== 'MaxAttemptsReached') return 'ssnStep.failed';
        onOver('loginError.maxAttempts');
        return null;
      },
    );
  }
  return (
    <Form className={styles.form} onSubmit={submit}>
      <StepAlert of={problem} />
      <Field
        use={PasswordField}
        label="ssnStep.ssn"
        name="ssn"
        inputMode="numeric"
        autoComplete="off"
        revealLabel={reveal.label}
        value={ssn}
        onChange={({ currentTarget }) => setSsn(ssnDigits(currentTarget.value))}
        error={error && text(error)}
      />
      <SubmitButton busy={busy} />
    </Form>
  );
}
