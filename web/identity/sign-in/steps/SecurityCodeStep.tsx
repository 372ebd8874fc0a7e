import { useState } from 'react';
import { call } from '#web/data/client.ts';
import { useMobileApp } from '#web/data/device.ts';
import { useLabel, useTexts } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Field } from '#web/kit/Field.tsx';
import { Form } from '#web/kit/Form.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { securityCodeMessage } from './security-code-message.ts';
import { StepAlert } from './StepAlert.tsx';
import styles from './steps.module.css';
import { SubmitButton } from './SubmitButton.tsx';
import type { StepProps } from './use-follow-up.ts';
import { useStepCall } from './use-step-call.ts';

/** The code that was sent, and whether to trust the device from now on; the mobile app always asks for that (A 2.6). */
export function SecurityCodeStep({ login, onDone, onOver }: StepProps) {
  const text = useTexts();
  const trustLabel = useLabel('securityCode.trust');
  const isApp = useMobileApp();
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [trust, setTrust] = useState(false);
  const [resent, setResent] = useState(false);
  const { busy, problem, setProblem, attempt } = useStepCall(onOver);
  const { UserId } = login.response;

  async function submit() {
    setResent(false);
    setMissing(code === '');
    if (busy) return;
    if (code === '') {
      setProblem(null);
      return;
    }
    const body = { UserId, Code: code, CreateTrustedDevice: isApp || trust };
    await attempt(
      call('POST /api/Login/ValidateCode', { body }),
      (answer) => onDone({ userToken: answer.UserToken, changePasswordToken: answer.ChangePasswordToken }),
      securityCodeMessage,
    );
  }

  async function resend() {
    setResent(false);
    setMissing(false);
    setCode('');
    await attempt(
      call('POST /api/Login/ResendCode', { body: { UserId } }),
      () => setResent(true),
      (failure) =>
        failure.kind === 'refused' && failure.status === 403 ? 'loginError.maxAttempts' : 'securityCodeError.failed',
    );
  }

  const mendable = problem === 'securityCodeError.invalid' ? problem : isMissing ? 'securityCode.required' : undefined;
  return (
    <Form className={styles.form} onSubmit={submit}>
      <StepAlert of={mendable === problem ? null : problem} />
      {resent && (
        <Alert tone="ok">
          <Text of="securityCode.resent" />
        </Alert>
      )}
      <Field
        use={TextField}
        label="securityCode.code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={32}
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value.replaceAll(/\s/g, ''))}
        error={mendable && text(mendable)}
        aside={
          <Button look="text" onClick={() => void resend()} disabled={busy}>
            <ControlName of="securityCode.resend" />
          </Button>
        }
      />
      {!isApp && (
        <Checkbox {...trustLabel} checked={trust} onChange={({ currentTarget }) => setTrust(currentTarget.checked)} />
      )}
      <SubmitButton busy={busy} />
    </Form>
  );
}
