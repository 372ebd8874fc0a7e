import { type ReactNode, useId, useState } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useLabel, useTexts } from '#web/institution/settings.ts';
import { Field } from '#web/kit/Field.tsx';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { Form } from '#web/kit/Form.tsx';
import { Text } from '#web/kit/Text.tsx';
import { QuestionDialog } from '#web/kit/QuestionDialog.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { useHasPassword } from '../use-has-password.ts';
import styles from './security.module.css';

interface ConfirmDialogProps {
  readonly title: TextKey;
  readonly submit: TextKey;
  readonly look?: 'primary' | 'danger';
  /** What is going to happen, and fields of it. */
  readonly children?: ReactNode;
  /** Checks what else was entered; false keeps the dialog as it is. */
  readonly check?: () => boolean;
  /** Does it. @returns why it was not done, or null. */
  readonly attempt: (password: string) => Promise<TextKey | null>;
  readonly onClose: () => void;
}

/** Asks for the password once more, so that an open session alone changes no way in. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, submit, look = 'primary', children, check = () => true, attempt, onClose } = props;
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<TextKey | null>(null);
  const asksForPassword = useHasPassword();

  async function send() {
    const isMissing = asksForPassword && password === '';
    setProblem(isMissing ? 'confirmPassword.required' : null);
    if (!check() || isMissing || busy) return;
    setBusy(true);
    const found = await attempt(password);
    setBusy(false);
    setProblem(found);
  }
  const isOfPassword = problem === 'confirmPassword.required' || problem === 'confirmPassword.wrong';
  return (
    <QuestionDialog
      width={400}
      title={title}
      no="confirmPassword.cancel"
      yes={submit}
      look={look}
      busy={busy}
      onNo={onClose}
      onYes={formId}
    >
      <Form id={formId} className={styles.form} onSubmit={send}>
        {children}
        {asksForPassword && (
          <ConfirmedPassword
            value={password}
            onChange={setPassword}
            problem={isOfPassword ? problem : null}
            disabled={busy}
          />
        )}
        {problem && !isOfPassword && (
          <FocusedAlert>
            <Text of={problem} />
          </FocusedAlert>
        )}
      </Form>
    </QuestionDialog>
  );
}

interface ConfirmedPasswordProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem: TextKey | null;
  readonly disabled: boolean;
}

function ConfirmedPassword({ value, onChange, problem, disabled }: ConfirmedPasswordProps) {
  const text = useTexts();
  const reveal = useLabel('confirmPassword.show');
  return (
    <Field
      use={PasswordField}
      label="confirmPassword.password"
      hint="confirmPassword.intro"
      name="password"
      autoComplete="current-password"
      maxLength={256}
      readOnly={disabled}
      revealLabel={reveal.label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={problem && text(problem)}
    />
  );
}
