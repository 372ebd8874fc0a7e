import { useState } from 'react';
import { listAllowedQuestions } from '#common/identity/rules/secret-answer.ts';
import { hasErrors } from '#common/core/field-errors.ts';
import { type SecretQuestionEntry, validateSecretQuestion } from '#common/identity/rules/secret-question.ts';
import { call } from '#web/data/client.ts';
import { useLabel, useOption, useTexts } from '#web/institution/settings.ts';
import { Field } from '#web/kit/Field.tsx';
import { Form } from '#web/kit/Form.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { StepAlert } from './StepAlert.tsx';
import styles from './steps.module.css';
import { SubmitButton } from './SubmitButton.tsx';
import type { StepProps } from './use-follow-up.ts';
import { useStepCall } from './use-step-call.ts';

/** A question for the day the password is forgotten: one of the institution's or, where it lets them, the customer's own. */
export function SecretQuestionStep({ login, onDone, onOver }: StepProps) {
  const text = useTexts();
  const choose = useLabel('secretQuestion.choose');
  const custom = useOption('loginOptions.useCustomSecurityQuestionOption');
  const questions = useOption('loginOptions.securityQuestions');
  const pattern = useOption('loginOptions.secretAnswerPattern');
  const [entry, setEntry] = useState<SecretQuestionEntry>({ question: '', answer: '' });
  const [isChecked, setChecked] = useState(false);
  const { busy, problem, attempt } = useStepCall(onOver);

  // Said once the person has tried to go on, and taken back as soon as it is mended.
  const found = validateSecretQuestion(entry, { custom, questions, pattern });
  const errorOf = (name: keyof SecretQuestionEntry) => (isChecked && found[name] ? text(found[name]) : undefined);

  async function submit() {
    setChecked(true);
    if (hasErrors(found) || busy) return;
    const body = {
      PasswordQuestion: entry.question,
      PasswordAnswer: entry.answer,
      UserToken: login.userToken,
    };
    await attempt(
      call('POST /api/register/SetPasswordQuestion', { body }),
      () => onDone(),
      () => 'secretQuestion.failed',
    );
  }

  const questionProps = {
    label: 'secretQuestion.question',
    name: 'question',
    value: entry.question,
    error: errorOf('question'),
  } as const;
  const change = (changes: Partial<SecretQuestionEntry>) => setEntry((now) => ({ ...now, ...changes }));
  return (
    <Form className={styles.form} onSubmit={submit}>
      <StepAlert of={problem} />
      {custom ? (
        <Field
          use={TextField}
          {...questionProps}
          maxLength={200}
          onChange={({ currentTarget }) => change({ question: currentTarget.value })}
        />
      ) : (
        <Field
          use={SelectField}
          {...questionProps}
          placeholder={choose.label}
          options={listAllowedQuestions(questions, pattern).map((question) => ({ value: question, label: question }))}
          onChange={({ currentTarget }) => change({ question: currentTarget.value })}
        />
      )}
      <Field
        use={TextField}
        label="secretQuestion.answer"
        name="answer"
        autoComplete="off"
        maxLength={200}
        value={entry.answer}
        onChange={({ currentTarget }) => change({ answer: currentTarget.value })}
        error={errorOf('answer')}
      />
      <SubmitButton busy={busy} />
    </Form>
  );
}
