import type { SubmitEvent } from 'react';
import type { SignInEntry } from '#common/identity/rules/validate-sign-in.ts';
import { useLabel, useTexts } from '#web/institution/settings.ts';
import { Field } from '#web/kit/Field.tsx';
import { Form } from '#web/kit/Form.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { ControlName } from '#web/kit/ControlName.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { LoginMessage } from './login-message.ts';
import styles from './SignIn.module.css';
import { SignInRefusal } from './SignInRefusal.tsx';
import { useSignInEntry } from './use-sign-in-entry.ts';

interface SignInFormProps {
  readonly busy: boolean;
  /** Why the last attempt failed. */
  readonly refusal: LoginMessage | null;
  readonly onSignIn: (entry: SignInEntry) => Promise<void>;
}

/** Username and password (A 2.5). The button waits for both; Enter and leaving a field show what is missing. */
export function SignInForm({ busy, refusal, onSignIn }: SignInFormProps) {
  const text = useTexts();
  const reveal = useLabel('login.showPassword');
  const entry = useSignInEntry();

  async function submit({ currentTarget }: SubmitEvent<HTMLFormElement>) {
    const complete = entry.check(currentTarget);
    if (complete && !busy) await onSignIn(complete);
  }
  return (
    <Form className={styles.form} onSubmit={submit} {...entry.formEvents}>
      <SignInRefusal of={refusal} />
      <Field
        use={TextField}
        label="login.username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={128}
        error={entry.errors.username && text(entry.errors.username)}
      />
      <Field
        use={PasswordField}
        label="login.password"
        name="password"
        autoComplete="current-password"
        maxLength={256}
        revealLabel={reveal.label}
        error={entry.errors.password && text(entry.errors.password)}
        aside={
          <ScreenLink to={paths.recovery}>
            <ControlName of="login.forgot" />
          </ScreenLink>
        }
      />
      <Button type="submit" wide disabled={!entry.valid} busy={busy}>
        <ControlName of={busy ? 'login.submitting' : 'login.submit'} />
      </Button>
    </Form>
  );
}
