import { useState } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import { call, type Refused, type Unreachable } from '#web/data/client.ts';
import { useMobileApp } from '#web/data/device.ts';
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
import type { StepProps } from './use-follow-up.ts';
import { useStepCall } from './use-step-call.ts';

type Source = 'app' | 'recoveryCode';

/** Under the field, rather than above all. */
const mendable: ReadonlySet<TextKey | null> = new Set<TextKey>([
  'authenticatorStep.required',
  'authenticatorStep.invalid',
  'authenticatorStep.recoveryInvalid',
]);

/** The code of the customer's app, or a recovery code when the app is not at hand; nothing weaker stands in for it. */
export function AuthenticatorStep({ login, onDone, onOver }: StepProps) {
  const text = useTexts();
  const trustLabel = useLabel('securityCode.trust');
  const isApp = useMobileApp();
  const [source, setSource] = useState<Source>('app');
  const [code, setCode] = useState('');
  const [trust, setTrust] = useState(false);
  const { busy, problem, setProblem, attempt } = useStepCall(onOver);

  async function submit() {
    if (busy) return;
    if (code === '') {
      setProblem('authenticatorStep.required');
      return;
    }
    const body = { UserId: login.response.UserId, Code: code, CreateTrustedDevice: isApp || trust };
    await attempt(
      call('POST /api/Login/ValidateCode', { body }),
      (answer) => onDone({ userToken: answer.UserToken, changePasswordToken: answer.ChangePasswordToken }),
      (failure) => messageOf(failure, source),
    );
  }
  function change(to: Source) {
    setSource(to);
    setCode('');
    setProblem(null);
  }
  const recovers = source === 'recoveryCode';
  const error = problem && mendable.has(problem) ? text(problem) : undefined;
  return (
    <Form className={styles.form} onSubmit={submit}>
      <StepAlert of={mendable.has(problem) ? null : problem} />
      <Field
        key={source}
        use={TextField}
        label={recovers ? 'authenticatorStep.recoveryCode' : 'authenticatorStep.code'}
        {...(recovers ? { hint: 'authenticatorStep.recoveryIntro' as const } : {})}
        name="code"
        inputMode={recovers ? 'text' : 'numeric'}
        autoComplete={recovers ? 'off' : 'one-time-code'}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value.replaceAll(/\s/g, ''))}
        error={error}
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
      {!isApp && (
        <Checkbox {...trustLabel} checked={trust} onChange={({ currentTarget }) => setTrust(currentTarget.checked)} />
      )}
      <SubmitButton busy={busy} />
    </Form>
  );
}

function messageOf(failure: Refused | Unreachable, source: Source): TextKey {
  if (failure.kind === 'unreachable' || failure.status !== 403) return 'securityCodeError.failed';
  if (failure.codes[0] === 'MaxAttemptsReached') return 'authenticatorStep.maxAttempts';
  return source === 'app' ? 'authenticatorStep.invalid' : 'authenticatorStep.recoveryInvalid';
}
