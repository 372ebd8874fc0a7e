import { useState } from 'react';
import { stripUnsafe } from '#common/identity/rules/safe-input.ts';
import { hasAllowedCharacters } from '#common/identity/rules/secret-answer.ts';
import { useOption, useText } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Field } from '#web/kit/Field.tsx';
import { Form } from '#web/kit/Form.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './Recovery.module.css';

interface AnswerStepProps {
  readonly loginName: string;
  /** Empty if the institution asks none (C-050). */
  readonly question: string;
  readonly busy: boolean;
  readonly onFinish: (answer: string | null) => Promise<void>;
}

/** The username that was found, and the secret question or just a button (A 2.10). */
export function AnswerStep({ loginName, question, busy, onFinish }: AnswerStepProps) {
  const [answer, setAnswer] = useState('');
  const [left, setLeft] = useState(false);
  const pattern = useOption('loginOptions.secretAnswerPattern');
  const required = useText('recovery.secretAnswerRequired');
  const asks = question !== '';
  const valid = !asks || answer.trim() !== '';

  async function submit() {
    setLeft(true);
    if (valid && !busy) await onFinish(asks ? answer : null);
  }
  return (
    <Form className={styles.form} onSubmit={submit}>
      <dl className={styles.facts}>
        <dt>
          <Text of="recovery.loginName" />
        </dt>
        <dd>{loginName}</dd>
        <dd className={styles.hint}>
          <Text of="recovery.loginNameHint" />
        </dd>
        {asks && (
          <>
            <dt>
              <Text of="recovery.secretQuestion" />
            </dt>
            <dd>{question}</dd>
          </>
        )}
      </dl>
      {asks && (
        <Field
          use={TextField}
          label="recovery.secretAnswer"
          name="secret-answer"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={256}
          value={answer}
          error={left && !valid ? (required ?? '') : undefined}
          onChange={({ currentTarget: { value } }) => {
            // Accepted answers never contain what the filter strips, unless the institution allows it.
            setAnswer(hasAllowedCharacters(value, pattern) ? value : stripUnsafe(value));
          }}
          onBlur={() => setLeft(true)}
          // A disabled button would ignore Enter without a message.
          onKeyDown={({ key }) => {
            if (key === 'Enter') setLeft(true);
          }}
        />
      )}
      <Button type="submit" wide disabled={!valid} busy={busy}>
        <ControlName of={busy ? 'recovery.continuing' : 'recovery.continue'} />
      </Button>
    </Form>
  );
}
