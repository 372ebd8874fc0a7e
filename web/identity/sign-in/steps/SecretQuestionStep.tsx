import { useForm } from 'react-hook-form';
import { listAllowedQuestions } from '#common/identity/rules/secret-answer.ts';
import { type SecretQuestionEntry, validateSecretQuestion } from '#common/identity/rules/secret-question.ts';
import { call } from '#web/data/client.ts';
import { useLabel, useOption } from '#web/institution/settings.ts';
import { Field } from '#web/kit/Field.tsx';
import { Form } from '#web/kit/Form.tsx';
import { rulesResolver } from '#web/kit/rules-resolver.ts';
import { useFieldErrors } from '#web/kit/use-field-errors.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { StepAlert } from './StepAlert.tsx';
import styles from './steps.module.css';
import { SubmitButton } from './SubmitButton.tsx';
import type { FollowUpStepProps } from './use-follow-up.ts';
import { useStepCall } from './use-step-call.ts';

/** A question for recovery: one of the institution's, or the customer's own if allowed. */
export function SecretQuestionStep({ facts: { login, onDone, onOver } }: FollowUpStepProps) {
  const choose = useLabel('secretQuestion.choose');
  const custom = useOption('loginOptions.useCustomSecurityQuestionOption');
  const questions = useOption('loginOptions.securityQuestions');
  const pattern = useOption('loginOptions.secretAnswerPattern');
  const { formState, handleSubmit, register } = useForm<SecretQuestionEntry>({
    defaultValues: { question: '', answer: '' },
    resolver: rulesResolver((entry: SecretQuestionEntry) =>
      validateSecretQuestion(entry, { custom, questions, pattern }),
    ),
  });
  const error = useFieldErrors(formState.errors);
  const { busy, problem, run } = useStepCall(
    ({ question, answer }: SecretQuestionEntry) => {
      const body = { PasswordQuestion: question, PasswordAnswer: answer, UserToken: login.userToken };
      return call('POST /api/register/SetPasswordQuestion', { body });
    },
    { onAnswer: () => onDone(), problemOf: () => 'secretQuestion.failed', onOver },
  );
  const questionProps = {
    label: 'secretQuestion.question',
    error: error('question'),
    ...register('question'),
  } as const;
  return (
    <Form className={styles.form} onSubmit={handleSubmit(run)}>
      <StepAlert of={problem} />
      {custom ? (
        <Field use={TextField} {...questionProps} maxLength={200} />
      ) : (
        <Field
          use={SelectField}
          {...questionProps}
          placeholder={choose.label}
          options={listAllowedQuestions(questions, pattern).map((question) => ({ value: question, label: question }))}
        />
      )}
      <Field
        use={TextField}
        label="secretQuestion.answer"
        autoComplete="off"
        maxLength={200}
        error={error('answer')}
        {...register('answer')}
      />
      <SubmitButton busy={busy} />
    </Form>
  );
}
