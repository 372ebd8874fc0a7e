import { type ReactNode, useState } from 'react';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import { call } from '#web/data/client.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { Form } from '#web/kit/Form.tsx';
import { NewPasswordFields } from '#web/identity/new-password/NewPasswordFields.tsx';
import { useNewPassword } from '#web/identity/new-password/use-new-password.ts';
import { Text } from '#web/kit/Text.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './ChangePasswordForm.module.css';
import { type ResetRefusal, resetRefusal } from './reset-refusal.ts';

interface ChangePasswordFormProps {
  /** Of the link (`enc`), or of the sign-in step (`ChangePasswordToken`). */
  readonly token: string;
  /** The login name the password is for; empty while it is not known. */
  readonly logon: string;
  /** The password is changed. Without a login response the person signs in with it. */
  readonly onChanged: (response: LoginResponse | null) => void | Promise<void>;
  /** The token is no longer valid, which the form has said. */
  readonly onExpired?: () => void;
  /** Ways out, below Submit. */
  readonly children?: ReactNode;
}

/** A new password instead of the one that counts until now (A 2.6). */
export function ChangePasswordForm({ token, logon, onChanged, onExpired, children }: ChangePasswordFormProps) {
  const newPassword = useNewPassword({ owner: { kind: 'server', logon, token } });
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ResetRefusal | null>(null);
  const { valid, policy, entry } = newPassword;

  async function submit() {
    if (busy) return;
    newPassword.showErrors();
    if (!valid) return;
    setBusy(true);
    setRefusal(null);
    const result = await call('POST /api/Login/ResetPassword', { body: { Enc: token, Password: entry.password } });
    if (result.kind === 'answer') {
      await onChanged(result.body.LoginResponse);
      return;
    }
    setBusy(false);
    const refused = resetRefusal(result);
    setRefusal(refused);
    if (refused.expired) onExpired?.();
  }
  return (
    <Form className={styles.form} onSubmit={submit}>
      {refusal && <Refusal texts={refusal.texts} minimumLength={policy.minimumLength} />}
      {/* Password managers save the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={logon} readOnly hidden />
      <NewPasswordFields newPassword={newPassword} />
      <Button type="submit" wide disabled={!valid} busy={busy}>
        <ControlName of={busy ? 'changePassword.submitting' : 'changePassword.submit'} />
      </Button>
      {children}
    </Form>
  );
}

function Refusal({ texts, minimumLength }: { readonly texts: ResetRefusal['texts']; readonly minimumLength: number }) {
  return (
    <FocusedAlert>
      <ul>
        {texts.map((key) => (
          <li key={key}>
            <Text of={key} with={[String(minimumLength)]} />
          </li>
        ))}
      </ul>
    </FocusedAlert>
  );
}
