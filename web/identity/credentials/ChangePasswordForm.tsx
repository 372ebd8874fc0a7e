import type { ReactNode } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import { call } from '#web/data/client.ts';
import { problemTexts, type ProblemTexts, textsByCode } from '#web/data/problem-text.ts';
import { useAction } from '#web/data/use-action.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { Form } from '#web/kit/Form.tsx';
import { NewPasswordFields } from '#web/identity/new-password/NewPasswordFields.tsx';
import { useNewPassword } from '#web/identity/new-password/use-new-password.ts';
import { Text } from '#web/kit/Text.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './ChangePasswordForm.module.css';
import { passwordErrorCodes } from '#common/identity/rules/password-errors.ts';

const resetErrorCodes = ['Expired', ...passwordErrorCodes] as const;

/** The error catalog of the password change (A 8). */
export const resetTexts: ProblemTexts<(typeof resetErrorCodes)[number]> = {
  codes: textsByCode(resetErrorCodes, (code) => `passwordError.${code}`),
  other: 'passwordError.Error',
  failed: 'passwordError.Error',
  serverError: 'passwordError.Error500',
};

interface ChangePasswordFormProps {
  /** From the link (`enc`), or the sign-in step (`ChangePasswordToken`). */
  readonly token: string;
  /** The username the password is for; empty while unknown. */
  readonly loginName: string;
  /** Called after the change. Without a login response, the customer signs in with the new password. */
  readonly onChanged: (response: LoginResponse | null) => void | Promise<void>;
  readonly onExpired?: () => void;
  /** Links below Submit. */
  readonly children?: ReactNode;
}

export function ChangePasswordForm({ token, loginName, onChanged, onExpired, children }: ChangePasswordFormProps) {
  const newPassword = useNewPassword({ owner: { kind: 'server', loginName, token } });
  const { valid, policy, entry } = newPassword;

  const { busy, failure, run } = useAction(
    () => call('POST /api/Login/ResetPassword', { body: { Enc: token, Password: entry.password } }),
    {
      onDone: ({ LoginResponse: response }) => onChanged(response),
      onFailed(refused) {
        if (problemTexts(refused, resetTexts).includes('passwordError.Expired')) onExpired?.();
      },
    },
  );

  async function submit() {
    newPassword.showErrors();
    if (valid) await run();
  }
  return (
    <Form className={styles.form} onSubmit={submit}>
      {failure && <Problems of={problemTexts(failure, resetTexts)} minimumLength={policy.minimumLength} />}
      {/* Password managers save the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={loginName} readOnly hidden />
      <NewPasswordFields newPassword={newPassword} />
      <Button type="submit" wide disabled={!valid} busy={busy}>
        <ControlName of={busy ? 'changePassword.submitting' : 'changePassword.submit'} />
      </Button>
      {children}
    </Form>
  );
}

function Problems({ of, minimumLength }: { readonly of: readonly TextKey[]; readonly minimumLength: number }) {
  return (
    <FocusedAlert>
      <ul>
        {of.map((key) => (
          <li key={key}>
            <Text of={key} with={{ min: String(minimumLength) }} />
          </li>
        ))}
      </ul>
    </FocusedAlert>
  );
}
