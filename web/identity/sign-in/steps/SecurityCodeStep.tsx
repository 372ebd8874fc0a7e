import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '#web/data/client.ts';
import { useMobileApp } from '#web/data/device.ts';
import { problemText, type ProblemTexts } from '#web/data/problem-text.ts';
import { useLabel, useTexts } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Field } from '#web/kit/Field.tsx';
import { Form } from '#web/kit/Form.tsx';
import { SendingTrouble } from '#web/kit/SendingTrouble.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { minutesUntilNextCode } from '#web/identity/sign-in/login-message.ts';
import { StepAlert } from './StepAlert.tsx';
import styles from './steps.module.css';
import { SubmitButton } from './SubmitButton.tsx';
import type { FollowUpStepProps } from './use-follow-up.ts';
import { useStepCall } from './use-step-call.ts';
import type { SecurityCodeErrorCode } from '#common/identity/sign-in-steps.api.ts';

/** The error catalog of the security code (A 8). */
export const securityCodeTexts: ProblemTexts<SecurityCodeErrorCode> = {
  codes: {
    CodeExpired: 'securityCodeError.expired',
    MaxAttemptsReached: 'securityCodeError.maxAttempts',
    Invalid: 'securityCodeError.invalid',
  },
  other: 'securityCodeError.invalid',
  failed: 'securityCodeError.failed',
  refusedWith: [403],
};

interface CodeEntry {
  readonly code: string;
  readonly trust: boolean;
}

const resendTexts: ProblemTexts<never> = {
  codes: {},
  other: 'loginError.maxAttempts',
  failed: 'securityCodeError.failed',
  refusedWith: [403],
};

/** The code that was sent, and whether to trust this device; the mobile app always does (A 2.6). */
export function SecurityCodeStep({ facts: { login, onDone, onOver } }: FollowUpStepProps) {
  const text = useTexts();
  const trustLabel = useLabel('securityCode.trust');
  const isApp = useMobileApp();
  const { clearErrors, formState, handleSubmit, register, setValue } = useForm<CodeEntry>({
    reValidateMode: 'onSubmit',
    defaultValues: { code: '', trust: false },
  });
  const [trouble, setTrouble] = useState<string | null>(null);
  const check = useStepCall(
    ({ code, trust }: CodeEntry) =>
      call('POST /api/Login/ValidateCode', {
        body: { UserId: login.userId, Code: code, CreateTrustedDevice: isApp || trust },
      }),
    {
      onAnswer: (answer) => onDone({ userToken: answer.UserToken, changePasswordToken: answer.ChangePasswordToken }),
      problemOf: (failure) => problemText(failure, securityCodeTexts),
      onOver,
    },
  );
  const resend = useStepCall(() => call('POST /api/Login/ResendCode', { body: { UserId: login.userId } }), {
    onAnswer: (answer) => setTrouble(answer.TroubleReference),
    problemOf: (failure) => problemText(failure, resendTexts),
    onOver,
  });
  const minutes = resend.failure?.kind === 'refused' ? minutesUntilNextCode(resend.failure.codes[0]) : undefined;
  const busy = check.busy || resend.busy;
  const problem = check.problem ?? resend.problem;
  const ofField = check.problem === 'securityCodeError.invalid' ? check.problem : undefined;
  const fieldProblem = formState.errors.code ? 'securityCode.required' : ofField;

  function forgetOutcomes() {
    setTrouble(null);
    check.clear();
    resend.clear();
  }

  async function submit(entry: CodeEntry) {
    resend.clear();
    await check.run(entry);
  }

  async function sendAgain() {
    forgetOutcomes();
    clearErrors();
    setValue('code', '');
    await resend.run();
  }

  return (
    <Form className={styles.form} onSubmit={handleSubmit(submit, forgetOutcomes)}>
      <StepAlert
        of={minutes === undefined ? (problem === ofField ? null : problem) : 'loginError.tooManyCodes'}
        values={minutes === undefined ? undefined : { minutes }}
      />
      {resend.done && (
        <Alert tone="ok">
          <Text of="securityCode.resent" />
        </Alert>
      )}
      <SendingTrouble reference={trouble} />
      <Field
        use={TextField}
        label="securityCode.code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={32}
        error={fieldProblem && text(fieldProblem)}
        {...register('code', {
          required: true,
          onChange: ({ target }) => setValue('code', target.value.replaceAll(/\s/g, '')),
        })}
        aside={
          <Button look="text" onClick={() => void sendAgain()} disabled={busy}>
            <ControlName of="securityCode.resend" />
          </Button>
        }
      />
      {!isApp && <Checkbox {...trustLabel} {...register('trust')} />}
      <SubmitButton busy={busy} />
    </Form>
  );
}
