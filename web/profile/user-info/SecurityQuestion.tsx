import { listAllowedQuestions } from '#common/identity/rules/secret-answer.ts';
import { useLabel, useOption } from '#web/institution/settings.ts';
import { FormField } from '#web/kit/FormField.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from '../profile.module.css';
import type { UserInfoForm } from './use-user-info.ts';

interface SecurityQuestionProps {
  readonly form: UserInfoForm;
  readonly savedQuestion: string;
  readonly disabled: boolean;
}

/** Question and answer for a forgotten login (M 5). */
export function SecurityQuestion({ form, savedQuestion, disabled }: SecurityQuestionProps) {
  return (
    <div className={styles.fields}>
      <Question form={form} savedQuestion={savedQuestion} disabled={disabled} />
      <FormField
        use={TextField}
        control={form.control}
        entry="secretAnswer"
        label="userInfo.secretAnswer"
        hint="userInfo.answerHint"
        name="secret-answer"
        autoComplete="off"
        maxLength={200}
        disabled={disabled}
        error={form.error('secretAnswer')}
      />
    </div>
  );
}

function Question({ form, savedQuestion, disabled }: SecurityQuestionProps) {
  const choose = useLabel('userInfo.chooseQuestion');
  const custom = useOption('loginOptions.useCustomSecurityQuestionOption');
  const questions = useOption('loginOptions.securityQuestions');
  const pattern = useOption('loginOptions.secretAnswerPattern');
  const common = {
    control: form.control,
    entry: 'secretQuestion',
    label: 'userInfo.secretQuestion',
    name: 'secret-question',
    disabled,
    error: form.error('secretQuestion'),
    // A new question needs an answer, which is next to it.
    onEdit: () => form.touch('secretAnswer'),
  } as const;
  if (custom) {
    return <FormField use={TextAreaField} {...common} rows={2} maxLength={200} />;
  }
  const offered = listAllowedQuestions(questions, pattern);
  // A question from another list stays until it is changed.
  const listed = savedQuestion === '' || offered.includes(savedQuestion) ? offered : [savedQuestion, ...offered];
  return (
    <FormField
      use={SelectField}
      {...common}
      placeholder={choose.label}
      options={listed.map((question) => ({ value: question, label: question }))}
    />
  );
}
