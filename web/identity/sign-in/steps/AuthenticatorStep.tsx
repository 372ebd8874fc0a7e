import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '#web/data/client.ts';
import { useMobileApp } from '#web/data/device.ts';
import { problemText, type ProblemTexts } from '#web/data/problem-text.ts';
import { useLabel, useTexts } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Field } from '#web/kit/Field.tsx';
import { Form } from '#web/kit/Form.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { StepAlert } from './StepAlert.tsx';
import styles from './steps.module.css';
import { SubmitButton } from './SubmitButton.tsx';
import type { FollowUpStepProps } from './use-follow-up.ts';
import { useStepCall } from './use-step-call.ts';

type Source = 'app' | 'recoveryCode';

interface CodeEntry {
  readonly code: string;
  readonly trust: boolean;
}

const maxAttempts = { MaxAttemptsReached: 'authenticatorStep.maxAttempts' } as const;
const failed = { failed: 'securityCodeError.failed', refusedWith: [403] } as const;

const texts: Readonly<Record<Source, ProblemTexts<'MaxAttemptsReached'>>> = {
  app: { codes: maxAttempts, other: 'authenticatorStep.invalid', ...failed },
  recoveryCode: { codes: maxAttempts, other: 'authenticatorStep.recoveryInvalid', ...failed },
};

/** A code from the authenticator app, or a recovery code. No weaker factor replaces it. */
export function AuthenticatorStep({ facts: { login, onDone, onOver } }: FollowUpStepProps) {
  const text = useTexts();
  const trustLabel = useLabel('securityCode.trust');
  const isApp = useMobileApp();
  const [source, setSource] = useState<Source>('app');
  const { clearErrors, formState, handleSubmit, register, setValue } = useForm<CodeEntry>({
    reValidateMode: 'onSubmit',
    defaultValues: { code: '', trust: false },
  });
  const { busy, problem, run, clear } = useStepCall(
    ({ code, trust }: CodeEntry) =>
      call('POST /api/Login/ValidateCode', {
        body: { UserId: login.userId, Code: code, CreateTrustedDevice: isApp || trust },
      }),
    {
      onAnswer: (answer) => onDone({ userToken: answer.UserToken, changePasswordToken: answer.ChangePasswordToken }),
      problemOf: (failure) => problemText(failure, texts[source]),
      onOver,
    },
  );
  const ofField = problem === texts[source].other ? problem : undefined;
  const fieldProblem = formState.errors.code ? 'authenticatorStep.required' : ofField;

  function change(to: Source) {
    setSource(to);
    setValue('code', '');
    clearErrors();
    clear();
  }
  const recovers = source === 'recoveryCode';
  return (
    <Form className={styles.form} onSubmit={handleSubmit(run, clear)}>
      <StepAlert of={ofField ? null : problem} />
      <Field
        key={source}
        use={TextField}
        label={recovers ? 'authenticatorStep.recoveryCode' : 'authenticatorStep.code'}
        {...(recovers ? { hint: 'authenticatorStep.recoveryIntro' as const } : {})}
        inputMode={recovers ? 'text' : 'numeric'}
        autoComplete={recovers ? 'off' : 'one-time-code'}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        error={fieldProblem && text(fieldProblem)}
        {...register('code', {
          required: true,
          onChange: ({ target }) => setValue('code', target.value.replaceAll(/\s/g, '')),
        })}
        aside={
          <Button look="text" onClick={() => change(recovers ? 'app' : 'recoveryCode')} disabled={busy}>
            <ControlName of={recovers ? 'authenticatorStep.useApp' : 'authenticatorStep.useRecoveryCode'} />
          </Button>
        }
      />
      {recovers && (
        <p className={styles.intro}>
          <Text of="authenticatorStep.lost" />
        </p>
      )}
      {!isApp && <Checkbox {...trustLabel} {...register('trust')} />}
      <SubmitButton busy={busy} />
    </Form>
  );
}
