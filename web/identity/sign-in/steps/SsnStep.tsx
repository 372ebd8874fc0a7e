import { useForm } from 'react-hook-form';
import { ssnDigits, validateSsnStep } from '#common/identity/rules/ssn-step.ts';
import { call } from '#web/data/client.ts';
import { useLabel } from '#web/institution/settings.ts';
import { Field } from '#web/kit/Field.tsx';
import { Form } from '#web/kit/Form.tsx';
import { rulesResolver } from '#web/kit/rules-resolver.ts';
import { useFieldErrors } from '#web/kit/use-field-errors.ts';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { StepAlert } from './StepAlert.tsx';
import styles from './steps.module.css';
import { SubmitButton } from './SubmitButton.tsx';
import type { FollowUpStepProps } from './use-follow-up.ts';
import { useStepCall } from './use-step-call.ts';

interface SsnEntry {
  readonly ssn: string;
}

/** The Social Security number, until the email address is verified (A 2.6). */
export function SsnStep({ facts: { login, onDone, onOver } }: FollowUpStepProps) {
  const reveal = useLabel('ssnStep.show');
  const { formState, handleSubmit, register, setValue } = useForm<SsnEntry>({
    reValidateMode: 'onSubmit',
    defaultValues: { ssn: '' },
    resolver: rulesResolver(validateSsnStep),
  });
  const error = useFieldErrors(formState.errors);
  // The session identifies the customer, so the password is not sent again.
  const Credentials = { UserName: login.username, Password: '' };
  const { busy, problem, run } = useStepCall(
    ({ ssn }: SsnEntry) => call('POST /api/Login/VerifyNewUser', { body: { Credentials, SocialSecurityNumber: ssn } }),
    {
      onAnswer: (answer) => onDone({ changePasswordToken: answer.ChangePasswordToken }),
      problemOf: () => 'ssnStep.failed',
      onOver,
      overReasonOf: (failure) =>
        failure.kind === 'refused' && failure.codes[0] === 'MaxAttemptsReached' ? 'loginError.maxAttempts' : undefined,
    },
  );
  return (
    <Form className={styles.form} onSubmit={handleSubmit(run)}>
      <StepAlert of={problem} />
      <Field
        use={PasswordField}
        label="ssnStep.ssn"
        inputMode="numeric"
        autoComplete="off"
        revealLabel={reveal.label}
        error={error('ssn')}
        {...register('ssn', { onChange: ({ target }) => setValue('ssn', ssnDigits(target.value)) })}
      />
      <SubmitButton busy={busy} />
    </Form>
  );
}
