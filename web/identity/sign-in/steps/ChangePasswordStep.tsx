import { ChangePasswordForm } from '#web/identity/credentials/ChangePasswordForm.tsx';
import type { StepProps } from './use-follow-up.ts';

/** A new password before anything else (A 2.6). */
export function ChangePasswordStep({ login, onDone }: StepProps) {
  return (
    <ChangePasswordForm
      token={login.changePasswordToken}
      loginName={login.response.UserName}
      onChanged={() => onDone()}
    />
  );
}
