import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { TextKey } from '#common/contract/all-texts.ts';
import { type AnswerOf, call } from '#web/data/client.ts';
import { answerConfirmation } from '#web/data/confirm-identity.ts';
import { problemText, type ProblemTexts } from '#web/data/problem-text.ts';
import { type Outcome, type Stopped, useAction } from '#web/data/use-action.ts';
import { useLabel, useTexts } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Field } from '#web/kit/Field.tsx';
import { Form } from '#web/kit/Form.tsx';
import { QuestionDialog } from '#web/kit/QuestionDialog.tsx';
import { SendingTrouble } from '#web/kit/SendingTrouble.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { signPasskeyChallenge, supportsPasskeys } from '#web/data/sign-passkey-challenge.ts';

type Answer = AnswerOf<'GET /api/Confirmation'>;
/** The proof currently requested. */
type Way = Answer['Way'] | 'authenticatorCode';
type OtherWay = Answer['AlsoBy'][number] | 'password';

const intros: Readonly<Record<Way, TextKey>> = {
  password: 'confirmIdentity.intro',
  mailedCode: 'confirmIdentity.codeIntro',
  authenticatorCode: 'confirmIdentity.appIntro',
  signInAgain: 'confirmIdentity.signInAgain',
};

type Proof = ReturnType<typeof useProof>;

function useProof() {
  const [way, setWay] = useState<Way | null>(null);
  const [offered, setOffered] = useState<readonly OtherWay[]>([]);
  const [resent, setResent] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const { formState, handleSubmit, register, reset, setValue } = useForm({ defaultValues: { proof: '' } });
  const sendCode = useAction((_code: { readonly again: boolean }) => call('POST /api/Confirmation/SendCode'), {
    onDone({ TroubleReference: reference }, { again }) {
      setResent(again);
      setTrouble(reference);
    },
  });
  const begin = useAction(() => call('GET /api/Confirmation'), {
    async onDone({ Way: wanted, AlsoBy }) {
      setWay(wanted);
      setOffered([...AlsoBy, ...(wanted === 'password' ? [wanted] : [])]);
      if (wanted === 'mailedCode') await sendCode.run({ again: false });
    },
  });
  const check = useAction(
    ({ proof }: { readonly proof: string }) => call('POST /api/Confirmation', { body: bodyOf(way, proof) }),
    { onDone: () => answerConfirmation(true) },
  );
  const start = useEffectEvent(() => void begin.run());
  useEffect(() => start(), []);

  async function confirm(entry: { readonly proof: string }) {
    forgetCode();
    await check.run(entry);
  }
  function forgetCode() {
    setResent(false);
    setTrouble(null);
    sendCode.clear();
  }
  const required = way === 'password' ? 'confirmPassword.required' : 'confirmIdentity.codeRequired';
  const failure = check.failure ?? sendCode.failure;
  const problem = failure ? problemText(failure, textsOf(way)) : begin.failure && 'confirmPassword.failed';
  return {
    /** Null until the server has answered. */
    way,
    others: offered.filter((other) => other !== way),
    change(to: Way) {
      reset();
      check.clear();
      setWay(to);
    },
    busy: check.busy,
    resent,
    trouble,
    problem: formState.errors.proof ? required : problem,
    field:
      way === 'password'
        ? register('proof', { required: true })
        : register('proof', {
            required: true,
            onChange: ({ target }) => setValue('proof', target.value.replaceAll(/\s/g, '')),
          }),
    submit: handleSubmit(confirm, forgetCode),
    resend() {
      check.clear();
      return sendCode.run({ again: true });
    },
  };
}

const wrong: Readonly<Record<Way, TextKey>> = {
  password: 'confirmPassword.wrong',
  mailedCode: 'confirmIdentity.codeWrong',
  authenticatorCode: 'confirmIdentity.appWrong',
  signInAgain: 'confirmPassword.failed',
};

function bodyOf(way: Way | null, proof: string) {
  if (way === 'password') return { Password: proof };
  return way === 'authenticatorCode' ? { AuthenticatorCode: proof } : { Code: proof };
}

function textsOf(way: Way | null): ProblemTexts<'MaxAttemptsReached'> {
  const isPassword = way === 'password';
  return {
    codes: { MaxAttemptsReached: isPassword ? 'confirmPassword.maxAttempts' : 'confirmIdentity.codeMaxAttempts' },
    other: way === null ? 'confirmPassword.failed' : wrong[way],
    failed: 'confirmPassword.failed',
    refusedWith: [403],
  };
}

/**
 * Asks for a proof before a sensitive change: password, passkey or authenticator app; under single sign-on, an emailed
 * code.
 */
export function ConfirmIdentityDialog() {
  const formId = useId();
  const text = useTexts();
  const proof = useProof();
  const { way, busy, resent, trouble, problem, submit } = proof;
  const error = problem === null ? undefined : (text(problem) ?? undefined);
  return (
    <QuestionDialog
      width={400}
      title="confirmIdentity.title"
      no="confirmPassword.cancel"
      yes="confirmIdentity.submit"
      busy={busy}
      disabled={way === null || way === 'signInAgain'}
      onNo={() => answerConfirmation(false)}
      onYes={formId}
    >
      <p>
        <Text of={way === null ? 'confirmIdentity.loading' : intros[way]} />
      </p>
      {resent && (
        <Alert tone="ok">
          <Text of="confirmIdentity.resent" />
        </Alert>
      )}
      <SendingTrouble reference={trouble} />
      {way === null && error !== undefined && <Alert tone="bad">{error}</Alert>}
      <Form id={formId} onSubmit={submit}>
        <ProofField proof={proof} error={error} />
      </Form>
      <OtherWays proof={proof} />
    </QuestionDialog>
  );
}

function OtherWays({ proof: { others, busy, change } }: { readonly proof: Proof }) {
  const passkey = useAction(confirmByPasskey, { onDone: () => answerConfirmation(true) });
  return (
    <>
      {passkey.failure?.kind === 'stopped' && (
        <Alert tone="bad">
          <Text of={passkey.failure.text} />
        </Alert>
      )}
      {others.map((other) => (
        <Button
          key={other}
          look="text"
          disabled={busy || passkey.busy}
          onClick={() => (other === 'passkey' ? void passkey.run() : change(other))}
        >
          <ControlName of={otherNames[other]} />
        </Button>
      ))}
    </>
  );
}

const otherNames: Readonly<Record<OtherWay, TextKey>> = {
  password: 'confirmIdentity.usePassword',
  authenticatorCode: 'confirmIdentity.useApp',
  passkey: 'confirmIdentity.usePasskey',
};

/** Takes the focus when it appears, since the dialog opens before the server has answered. */
function ProofField({ proof, error }: { readonly proof: Proof; readonly error: string | undefined }) {
  const { way, field, resend } = proof;
  const show = useLabel('confirmPassword.show');
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (way !== null) frame.current?.querySelector('input')?.focus();
  }, [way]);
  return (
    <div ref={frame}>
      {way === 'password' && (
        <Field
          use={PasswordField}
          label="confirmPassword.password"
          revealLabel={show.label}
          autoComplete="current-password"
          maxLength={256}
          error={error}
          {...field}
        />
      )}
      {(way === 'mailedCode' || way === 'authenticatorCode') && (
        <Field
          use={TextField}
          label={way === 'mailedCode' ? 'confirmIdentity.code' : 'confirmIdentity.appCode'}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          error={error}
          {...field}
          aside={
            way === 'mailedCode' && (
              <Button look="text" onClick={() => void resend()}>
                <ControlName of="confirmIdentity.resend" />
              </Button>
            )
          }
        />
      )}
    </div>
  );
}

async function confirmByPasskey(): Promise<Outcome<unknown>> {
  if (!supportsPasskeys()) return stopped('confirmIdentity.passkeyUnsupported');
  const begun = await call('POST /api/Confirmation/BeginPasskey');
  if (begun.kind !== 'answer') return stopped('confirmPassword.failed');
  const signed = await signPasskeyChallenge(begun.body.Options);
  if (signed.kind === 'notDone') return stopped('confirmIdentity.passkeyNotDone');
  if (signed.kind === 'foreign') return stopped('confirmIdentity.passkeyWrong');
  const result = await call('POST /api/Confirmation/Passkey', { body: signed.assertion });
  if (result.kind === 'answer') return result;
  const isRefused = result.kind === 'refused' && result.status === 403;
  return stopped(isRefused ? 'confirmIdentity.passkeyWrong' : 'confirmPassword.failed');
}

function stopped(text: TextKey): Stopped {
  return { kind: 'stopped', text };
}
