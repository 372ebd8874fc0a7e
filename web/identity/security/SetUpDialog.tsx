import { useId, useState } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import { call, type CallResult } from '#web/data/client.ts';
import { useTexts } from '#web/institution/settings.ts';
import { Field } from '#web/kit/Field.tsx';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { Form } from '#web/kit/Form.tsx';
import { Text } from '#web/kit/Text.tsx';
import { QuestionDialog } from '#web/kit/QuestionDialog.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { QrCode } from './QrCode.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { confirmationProblem } from './security-data.ts';
import styles from './security.module.css';

interface NewKey {
  /** In base32. */
  readonly secret: string;
  /** The same for a QR code. */
  readonly address: string;
}

interface SetUpDialogProps {
  readonly onFinished: () => Promise<void>;
  readonly onClose: () => void;
}

type Stage =
  | { readonly shows: 'password' }
  | { readonly shows: 'key'; readonly newKey: NewKey }
  | { readonly shows: 'codes'; readonly codes: readonly string[] };

/** The password, then the key for the app and its first code, then the recovery codes. */
export function SetUpDialog({ onFinished, onClose }: SetUpDialogProps) {
  const [stage, setStage] = useState<Stage>({ shows: 'password' });

  async function begin(Password: string): Promise<TextKey | null> {
    const begun = await call('POST /api/Authenticator/BeginSetup', { body: { Password } });
    if (begun.kind !== 'answer') return confirmationProblem(begun);
    setStage({ shows: 'key', newKey: { secret: begun.body.Key, address: begun.body.Address } });
    return null;
  }
  if (stage.shows === 'password') {
    return (
      <ConfirmDialog
        title="authenticator.setUpTitle"
        submit="authenticator.setUpContinue"
        attempt={begin}
        onClose={onClose}
      />
    );
  }
  if (stage.shows === 'key') {
    return (
      <KeyDialog newKey={stage.newKey} onTurnedOn={(codes) => setStage({ shows: 'codes', codes })} onClose={onClose} />
    );
  }
  return <RecoveryCodesDialog codes={stage.codes} onKept={onFinished} />;
}

interface KeyDialogProps {
  readonly newKey: NewKey;
  readonly onTurnedOn: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Nothing is asked of the app before it has shown that it has the key. */
function KeyDialog({ newKey, onTurnedOn, onClose }: KeyDialogProps) {
  const formId = useId();
  const text = useTexts();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<TextKey | null>(null);

  async function send() {
    setProblem(code === '' ? 'authenticator.codeRequired' : null);
    if (code === '' || busy) return;
    setBusy(true);
    const result = await call('POST /api/Authenticator/FinishSetup', { body: { Code: code } });
    setBusy(false);
    if (result.kind === 'answer') onTurnedOn(result.body.RecoveryCodes);
    else setProblem(problemOf(result));
  }
  const isOfCode = problem === 'authenticator.codeRequired' || problem === 'authenticator.codeInvalid';
  return (
    <QuestionDialog
      width={500}
      title="authenticator.setUpTitle"
      no="confirmPassword.cancel"
      yes="authenticator.confirm"
      busy={busy}
      onNo={onClose}
      onYes={formId}
    >
      <Form id={formId} className={styles.form} onSubmit={send}>
        <p>
          <Text of="authenticator.scan" />
        </p>
        <QrCode content={newKey.address} label="authenticator.picture" />
        <p>
          <Text of="authenticator.orType" />
        </p>
        <p className={styles.key}>{inFours(newKey.secret)}</p>
        <Field
          use={TextField}
          label="authenticator.code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={32}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value.replaceAll(/\s/g, ''))}
          error={isOfCode ? text(problem) : undefined}
        />
        {problem && !isOfCode && (
          <FocusedAlert>
            <Text of={problem} />
          </FocusedAlert>
        )}
      </Form>
    </QuestionDialog>
  );
}

/** `ABCD EFGH …`, so that nobody loses the place while typing. */
function inFours(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ');
}

const problems: ReadonlyMap<string, TextKey> = new Map<string, TextKey>([
  ['Invalid', 'authenticator.codeInvalid'],
  ['Expired', 'authenticator.expired'],
  ['MaxAttemptsReached', 'authenticatorStep.maxAttempts'],
]);

function problemOf(result: CallResult<unknown>): TextKey {
  const code = result.kind === 'refused' ? (result.codes[0] ?? '') : '';
  return problems.get(code) ?? 'confirmPassword.failed';
}
