import { useEffect, useId, useRef, useState } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import { type AnswerOf, call, type Refused, type Unreachable } from '#web/data/client.ts';
import { answerConfirmation } from '#web/data/confirm-identity.ts';
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

interface Proof {
  /** Null until the server has said what it wants. */
  readonly way: Way | null;
  readonly typed: string;
  readonly busy: boolean;
  readonly resent: boolean;
  readonly problem: TextKey | null;
  readonly type: (text: string) => void;
  readonly resend: () => Promise<void>;
  readonly confirm: () => Promise<void>;
}

async function sendCode(): Promise<TextKey | null> {
  const sent = await call('POST /api/Confirmation/SendCode');
  return sent.kind === 'answer' ? null : problemOf(sent, 'mailedCode');
}

function useProof(): Proof {
  const [way, setWay] = useState<Way | null>(null);
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [resent, setResent] = useState(false);
  const [problem, setProblem] = useState<TextKey | null>(null);

  useEffect(() => {
    let isHere = true;
    async function begin() {
      const result = await call('GET /api/Confirmation');
      if (!isHere) return;
      if (result.kind !== 'answer') {
        setProblem('confirmPassword.failed');
        return;
      }
      setWay(result.body.Way);
      if (result.body.Way === 'mailedCode') setProblem(await sendCode());
    }
    void begin();
    return () => {
      isHere = false;
    };
  }, []);

  async function resend() {
    setProblem(null);
    const failed = await sendCode();
    setProblem(failed);
    setResent(failed === null);
  }

  async function confirm() {
    if (way === null || way === 'signInAgain' || busy) return;
    setResent(false);
    if (typed === '') {
      setProblem(way === 'password' ? 'confirmPassword.required' : 'confirmIdentity.codeRequired');
      return;
    }
    setBusy(true);
    setProblem(null);
    const body = way === 'password' ? { Password: typed } : { Code: typed };
    const result = await call('POST /api/Confirmation', { body });
    setBusy(false);
    if (result.kind === 'answer') answerConfirmation(true);
    else setProblem(problemOf(result, way));
  }

  return { way, typed, busy, resent, problem, type: setTyped, resend, confirm };
}

/** One more proof before a sensitive change: the password, or a mailed code under single sign-on. */
export function ConfirmIdentityDialog() {
  const formId = useId();
  const text = useTexts();
  const proof = useProof();
  const { way, busy, resent, problem, confirm } = proof;
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
      <Form id={formId} onSubmit={confirm}>
        <ProofField proof={proof} error={error} />
      </Form>
    </QuestionDialog>
  );
}

/** Takes the focus as soon as it is there: the dialog opens before it is known what to ask for. */
function ProofField({ proof, error }: { readonly proof: Proof; readonly error: string | undefined }) {
  const { way, typed, type, resend } = proof;
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
          name="password"
          autoComplete="current-password"
          maxLength={256}
          value={typed}
          error={error}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
      )}
      {way === 'mailedCode' && (
        <Field
          use={TextField}
          label="confirmIdentity.code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          value={typed}
          error={error}
          onChange={({ currentTarget }) => type(currentTarget.value.replaceAll(/\s/g, ''))}
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

function problemOf(result: Refused | Unreachable, way: Way): TextKey {
  if (result.kind === 'unreachable' || result.status !== 403) return 'confirmPassword.failed';
  if (result.codes.includes('MaxAttemptsReached')) {
    return way === 'password' ? 'confirmPassword.maxAttempts' : 'confirmIdentity.codeMaxAttempts';
  }
  return way === 'password' ? 'confirmPassword.wrong' : 'confirmIdentity.codeWrong';
}
