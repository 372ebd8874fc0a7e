import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { TextKey } from '#common/contract/all-texts.ts';
import { type AnswerOf, call } from '#web/data/client.ts';
import { answerConfirmation } from '#web/data/confirm-identity.ts';
import { problemText, type ProblemTexts } from '#web/data/problem-text.ts';
import { useAction } from '#web/data/use-action.ts';
import { useLabel, useTexts } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Field } from '#web/kit/Field.tsx';
import { Form } from '#web/kit/Form.tsx';
import { QuestionDialog } from '#web/kit/QuestionDialog.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { TextField } from '#web/ui/TextField.tsx';

type Way = AnswerOf<'GET /api/Confirmation'>['Way'];

const intros: Readonly<Record<Way, TextKey>> = {
  password: 'confirmIdentity.intro',
  mailedCode: 'confirmIdentity.codeIntro',
  signInAgain: 'confirmIdentity.signInAgain',
};

type Proof = ReturnType<typeof useProof>;

function useProof() {
  const [way, setWay] = useState<Way | null>(null);
  const [resent, setResent] = useState(false);
  const { formState, handleSubmit, register, setValue } = useForm({ defaultValues: { proof: '' } });
  const sendCode = useAction<{ readonly again: boolean }>(() => call('POST /api/Confirmation/SendCode'), {
    onDone: (_answer, { again }) => setResent(again),
  });
  const begin = useAction(() => call('GET /api/Confirmation'), {
    async onDone({ Way: wanted }) {
      setWay(wanted);
      if (wanted === 'mailedCode') await sendCode.run({ again: false });
    },
  });
  const check = useAction(
    ({ proof }: { readonly proof: string }) =>
      call('POST /api/Confirmation', { body: way === 'password' ? { Password: proof } : { Code: proof } }),
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
    sendCode.clear();
  }
  const required = way === 'password' ? 'confirmPassword.required' : 'confirmIdentity.codeRequired';
  const failure = check.failure ?? sendCode.failure;
  const problem = failure ? problemText(failure, textsOf(way)) : begin.failure && 'confirmPassword.failed';
  return {
    /** Null until the server has said what it wants. */
    way,
    busy: check.busy,
    resent,
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

function textsOf(way: Way | null): ProblemTexts<'MaxAttemptsReached'> {
  const isPassword = way === 'password';
  return {
    codes: { MaxAttemptsReached: isPassword ? 'confirmPassword.maxAttempts' : 'confirmIdentity.codeMaxAttempts' },
    other: isPassword ? 'confirmPassword.wrong' : 'confirmIdentity.codeWrong',
    failed: 'confirmPassword.failed',
    refusedWith: [403],
  };
}

/** One more proof before a sensitive change: the password, or a mailed code under single sign-on. */
export function ConfirmIdentityDialog() {
  const formId = useId();
  const text = useTexts();
  const proof = useProof();
  const { way, busy, resent, problem, submit } = proof;
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
      {way === null && error !== undefined && <Alert tone="bad">{error}</Alert>}
      <Form id={formId} onSubmit={submit}>
        <ProofField proof={proof} error={error} />
      </Form>
    </QuestionDialog>
  );
}

/** Takes the focus as soon as it is there: the dialog opens before it is known what to ask for. */
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
      {way === 'mailedCode' && (
        <Field
          use={TextField}
          label="confirmIdentity.code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          error={error}
          {...field}
          aside={
            <Button look="text" onClick={() => void resend()}>
              <ControlName of="confirmIdentity.resend" />
            </Button>
          }
        />
      )}
    </div>
  );
}
