import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { policyOfActivation } from '#common/identity/rules/password-policy.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { call } from '#web/data/client.ts';
import { handOverCredentials } from '#web/identity/sign-in/handed-over-login.ts';
import { useLabel, useOption, useTexts } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Field } from '#web/kit/Field.tsx';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { Form } from '#web/kit/Form.tsx';
import { NewPasswordFields } from '#web/identity/new-password/NewPasswordFields.tsx';
import { useNewPassword } from '#web/identity/new-password/use-new-password.ts';
import { PublicScreen } from '#web/kit/PublicScreen.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { Text } from '#web/kit/Text.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { SpinnerView } from '#web/ui/Spinner.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { activationRefusal } from './activation-refusal.ts';
import { linkToken } from './link-token.ts';
import styles from './Activate.module.css';

const words = {
  password: 'activate.password',
  confirmation: 'activate.passwordConfirm',
  confirmationRequired: 'activate.confirmRequired',
  confirmationDiffers: 'activate.confirmDiffers',
} as const;

export function Activate() {
  const token = linkToken(useSearch({ strict: false })) ?? '';
  const router = useRouter();
  const asksForCode = useOption('activateOptions.useSecurityCodeOption');
  const newPassword = useNewPassword({
    owner: { kind: 'invited', token },
    adapt: policyOfActivation,
  });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<TextKey | null>(null);
  const securityCode = useSecurityCode(token, asksForCode, () => setProblem(null));
  const { valid, entry, policy } = newPassword;
  const checking = useLabel('activate.checking');
  const link = useLinkCheck(token);

  async function submit() {
    newPassword.showErrors();
    const codeIsThere = securityCode.check();
    if (busy || !valid || !codeIsThere) return;
    setBusy(true);
    setProblem(null);
    const result = await call('POST /api/Register/ActivateAccount', {
      body: { Token: token, Password: entry.password, ...(asksForCode ? { SecurityCode: securityCode.code } : {}) },
    });
    setBusy(false);
    if (result.kind !== 'answer') setProblem(activationRefusal(result));
    else if (result.body.LogonNameTaken) setProblem('activateError.LogonNameTaken');
    else if (result.body.Restricted) setProblem('activateError.Restricted');
    else {
      handOverCredentials({ username: result.body.UserName, password: entry.password });
      await router.navigate({ to: paths.login, replace: true });
    }
  }
  if (link !== 'usable') {
    return (
      <PublicScreen heading="activate.heading">
        {link === 'expired' ? (
          <Problem of="activateError.Expired" minimumLength={policy.minimumLength} />
        ) : (
          <SpinnerView label={checking.label} />
        )}
      </PublicScreen>
    );
  }
  return (
    <PublicScreen heading="activate.heading">
      <Form className={styles.form} onSubmit={submit}>
        {problem && <Problem of={problem} minimumLength={policy.minimumLength} />}
        <NewPasswordFields newPassword={newPassword} words={words} />
        {asksForCode && <SecurityCodeField securityCode={securityCode} />}
        <Button type="submit" wide busy={busy}>
          <ControlName of={busy ? 'activate.submitting' : 'activate.submit'} />
        </Button>
      </Form>
    </PublicScreen>
  );
}

/** Checks the link before a password is typed. Without an answer, the form opens, and submitting checks again. */
function useLinkCheck(token: string): 'checking' | 'usable' | 'expired' {
  const [checked, setChecked] = useState<{ readonly token: string; readonly is: 'usable' | 'expired' }>();
  useEffect(() => {
    let isGone = false;
    async function check() {
      const result = await call('POST /api/Register/CheckActivation', { body: { Token: token } });
      const isExpired = result.kind === 'refused' && result.codes[0] === 'Expired';
      if (!isGone) setChecked({ token, is: isExpired ? 'expired' : 'usable' });
    }
    void check();
    return () => {
      isGone = true;
    };
  }, [token]);
  return checked?.token === token ? checked.is : 'checking';
}

const offersLogin: ReadonlySet<TextKey> = new Set(['activateError.LogonNameTaken', 'activateError.Expired']);

/** Most messages contain the support line, some the minimum length. */
function Problem({ of, minimumLength }: { readonly of: TextKey; readonly minimumLength: number }) {
  const phone = useOption('activateOptions.supportPhone');
  const hours = useOption('activateOptions.supportHours');
  const fills = of.startsWith('activateError.') ? [phone, hours] : [String(minimumLength)];
  return (
    <FocusedAlert key={of}>
      <Text of={of} with={fills} />
      {offersLogin.has(of) && (
        <ScreenLink to={paths.login} className={styles.toLogin}>
          <ControlName of="activate.toLogin" />
        </ScreenLink>
      )}
    </FocusedAlert>
  );
}

interface SecurityCode {
  readonly code: string;
  readonly isMissing: boolean;
  readonly isSending: boolean;
  readonly isUnsent: boolean;
  readonly change: (code: string) => void;
  /** Returns whether the code is entered, if required. */
  readonly check: () => boolean;
  readonly send: () => Promise<void>;
}

/** The code is sent when the page opens, and again on request (C-009). */
function useSecurityCode(token: string, asksForCode: boolean, onSend: () => void): SecurityCode {
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [isSending, setSending] = useState(false);
  const [isUnsent, setUnsent] = useState(false);
  const sentFor = useRef('');

  async function send() {
    setCode('');
    setMissing(false);
    onSend();
    setSending(true);
    const result = await call('POST /api/Register/SendActivationCode', { body: { Token: token } });
    setUnsent(result.kind !== 'answer');
    setSending(false);
  }

  useEffect(() => {
    if (!asksForCode || sentFor.current === token) return;
    sentFor.current = token;
    void send();
  });

  return {
    code,
    isMissing,
    isSending,
    isUnsent,
    change: setCode,
    check: () => {
      setMissing(code === '');
      return !asksForCode || code !== '';
    },
    send,
  };
}

function SecurityCodeField({ securityCode }: { readonly securityCode: SecurityCode }) {
  const text = useTexts();
  const { code, isMissing, isSending, isUnsent, change, send } = securityCode;
  const error = isUnsent ? 'activateError.codeNotSent' : isMissing && code === '' ? 'activate.codeRequired' : undefined;
  return (
    <Field
      use={TextField}
      label="activate.code"
      hint="activate.codeHint"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={20}
      value={code}
      onChange={({ currentTarget }) => change(currentTarget.value.replaceAll(/\s/g, ''))}
      error={error && text(error)}
      aside={
        <Button look="text" disabled={isSending} onClick={() => void send()}>
          <ControlName of="activate.resend" />
        </Button>
      }
    />
  );
}
