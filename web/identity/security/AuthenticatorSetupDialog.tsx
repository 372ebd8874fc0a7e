import type { TextKey } from '#common/contract/all-texts.ts';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '#web/data/client.ts';
import { problemText, type ProblemTexts } from '#web/data/problem-text.ts';
import { useAction } from '#web/data/use-action.ts';
import { useTexts } from '#web/institution/settings.ts';
import { Field } from '#web/kit/Field.tsx';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { Form } from '#web/kit/Form.tsx';
import { QuestionDialog } from '#web/kit/QuestionDialog.tsx';
import { Text } from '#web/kit/Text.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { QrCode } from './QrCode.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import styles from './security.module.css';

interface NewKey {
  /** In base32. */
  readonly secret: string;
  /** The content of the QR code. */
  readonly address: string;
}

interface AuthenticatorSetupDialogProps {
  readonly onFinished: () => Promise<void>;
  readonly onClose: () => void;
}

type Stage =
  | { readonly shows: 'password' }
  | { readonly shows: 'key'; readonly newKey: NewKey }
  | { readonly shows: 'codes'; readonly codes: readonly string[] };

/** First the password, then the key with its first code, then the recovery codes. */
export function AuthenticatorSetupDialog({ onFinished, onClose }: AuthenticatorSetupDialogProps) {
  const [stage, setStage] = useState<Stage>({ shows: 'password' });
  if (stage.shows === 'password') {
    return (
      <ConfirmDialog
        title="authenticator.setUpTitle"
        submit="authenticator.setUpContinue"
        send={(Password) => call('POST /api/Authenticator/BeginSetup', { body: { Password } })}
        onDone={({ Key, Address }) => setStage({ shows: 'key', newKey: { secret: Key, address: Address } })}
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

const texts: ProblemTexts<'Invalid' | 'Expired' | 'MaxAttemptsReached'> = {
  codes: {
    Invalid: 'authenticator.codeInvalid',
    Expired: 'authenticator.expired',
    MaxAttemptsReached: 'authenticatorStep.maxAttempts',
  },
  other: 'confirmPassword.failed',
  failed: 'confirmPassword.failed',
};

/** Turns the app on only after a code proves that it has the key. */
function KeyDialog({ newKey, onTurnedOn, onClose }: KeyDialogProps) {
  const formId = useId();
  const text = useTexts();
  const { formState, handleSubmit, register, setValue } = useForm({ defaultValues: { code: '' } });
  const turnOn = useAction(
    ({ code }: { readonly code: string }) => call('POST /api/Authenticator/FinishSetup', { body: { Code: code } }),
    { onDone: ({ RecoveryCodes }) => onTurnedOn(RecoveryCodes) },
  );
  const problem = turnOn.failure && problemText(turnOn.failure, texts);
  const isOfCode = problem === 'authenticator.codeInvalid';
  const codeProblem = formState.errors.code ? 'authenticator.codeRequired' : isOfCode ? problem : undefined;
  return (
    <QuestionDialog
      width={500}
      title="authenticator.setUpTitle"
      no="confirmPassword.cancel"
      yes="authenticator.confirm"
      busy={turnOn.busy}
      onNo={onClose}
      onYes={formId}
    >
      <Form id={formId} className={styles.form} onSubmit={handleSubmit(turnOn.run)}>
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
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={32}
          error={codeProblem && text(codeProblem)}
          {...register('code', {
            required: true,
            onChange: ({ target }) => setValue('code', target.value.replaceAll(/\s/g, '')),
          })}
        />
        {problem && !isOfCode && (
          <FocusedAlert>
            <Text<TextKey> of={problem} />
          </FocusedAlert>
        )}
      </Form>
    </QuestionDialog>
  );
}

/** Groups the key as `ABCD EFGH …`, which is easier to type. */
function inFours(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ');
}
