import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { type SubmitEvent, useEffect, useRef } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { policyOfActivation } from '#common/identity/rules/password-policy.ts';
import type { SignInEntry } from '#common/identity/rules/validate-sign-in.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { call } from '#web/data/client.ts';
import { queryClient } from '#web/data/query-client.ts';
import { type Outcome, useAction } from '#web/data/use-action.ts';
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
import { activationProblem } from './activation-refusal.ts';
import { linkToken } from '#web/kit/link-token.ts';
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
  const { valid, entry, policy } = newPassword;
  const form = useForm<CodeEntry>({ defaultValues: { code: '' } });
  const activating = useAction(activate, {
    onDone: async (credentials) => {
      handOverCredentials(credentials);
      await router.navigate({ to: paths.login, replace: true });
    },
  });
  const { busy, failure } = activating;
  const checking = useLabel('activate.checking');
  const link = useLinkCheck(token);

  async function activate({ code }: CodeEntry): Promise<Outcome<SignInEntry>> {
    const { password } = entry;
    const body = { Token: token, Password: password, ...(asksForCode ? { SecurityCode: code } : {}) };
    const result = await call('POST /api/Register/ActivateAccount', { body });
    if (result.kind !== 'answer') return result;
    const { UserName: username, LogonNameTaken, Restricted } = result.body;
    if (LogonNameTaken) return { kind: 'stopped', text: 'activateError.LogonNameTaken' };
    if (Restricted) return { kind: 'stopped', text: 'activateError.Restricted' };
    return { kind: 'answer', body: { username, password } };
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    newPassword.showErrors();
    await form.handleSubmit(async (code) => {
      if (valid) await activating.run(code);
    })(event);
  }
  if (link !== 'usable') {
    return (
      <PublicScreen heading="activate.heading">
        {link === 'expired' ? (
          <Problem of="activateError.Expired" minimumLength={policy.minimumLength} />
        ) : (
          <SpinnerView label={checking.label} size={50} />
        )}
      </PublicScreen>
    );
  }
  return (
    <PublicScreen heading="activate.heading">
      <Form className={styles.form} onSubmit={submit}>
        {failure && <Problem of={activationProblem(failure)} minimumLength={policy.minimumLength} />}
        <NewPasswordFields newPassword={newPassword} words={words} />
        {asksForCode && <SecurityCodeField token={token} form={form} onSend={activating.clear} />}
        <Button type="submit" wide busy={busy}>
          <ControlName of={busy ? 'activate.submitting' : 'activate.submit'} />
        </Button>
      </Form>
    </PublicScreen>
  );
}

/** Checks the link before a password is typed. Without an answer, the form opens, and submitting checks again. */
function useLinkCheck(token: string): 'checking' | 'usable' | 'expired' {
  const { data = 'checking' } = useQuery(
    {
      queryKey: ['activation link', token],
      queryFn: async () => {
        const result = await call('POST /api/Register/CheckActivation', { body: { Token: token } });
        return result.kind === 'refused' && result.codes[0] === 'Expired' ? 'expired' : 'usable';
      },
      gcTime: 0,
    },
    // Public screens have no provider.
    queryClient,
  );
  return data;
}

const offersLogin: ReadonlySet<TextKey> = new Set(['activateError.LogonNameTaken', 'activateError.Expired']);

/** Most messages contain the support line, some the minimum length. */
function Problem({ of, minimumLength }: { readonly of: TextKey; readonly minimumLength: number }) {
  const supportPhone = useOption('activateOptions.supportPhone');
  const supportHours = useOption('activateOptions.supportHours');
  return (
    <FocusedAlert key={of}>
      <Text of={of} with={{ supportPhone, supportHours, min: String(minimumLength) }} />
      {offersLogin.has(of) && (
        <ScreenLink to={paths.login} className={styles.toLogin}>
          <ControlName of="activate.toLogin" />
        </ScreenLink>
      )}
    </FocusedAlert>
  );
}

interface CodeEntry {
  readonly code: string;
}

interface SecurityCodeFieldProps {
  readonly token: string;
  readonly form: UseFormReturn<CodeEntry>;
  readonly onSend: () => void;
}

/** The code is sent when the page opens, and again on request (C-009). */
function SecurityCodeField({ token, form: { formState, register, reset, setValue }, onSend }: SecurityCodeFieldProps) {
  const text = useTexts();
  const { busy, failure, run } = useAction(() =>
    call('POST /api/Register/SendActivationCode', { body: { Token: token } }),
  );
  const sentFor = useRef('');

  useEffect(() => {
    if (sentFor.current === token) return;
    sentFor.current = token;
    void run();
  });

  async function resend() {
    reset();
    onSend();
    await run();
  }
  const error = failure ? 'activateError.codeNotSent' : formState.errors.code && 'activate.codeRequired';
  return (
    <Field
      use={TextField}
      label="activate.code"
      hint="activate.codeHint"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={20}
      error={error && text(error)}
      {...register('code', {
        required: true,
        onChange: ({ target }) => setValue('code', target.value.replaceAll(/\s/g, '')),
      })}
      aside={
        <Button look="text" disabled={busy} onClick={() => void resend()}>
          <ControlName of="activate.resend" />
        </Button>
      }
    />
  );
}
