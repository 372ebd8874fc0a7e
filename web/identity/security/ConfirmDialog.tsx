import { type ReactNode, useId } from 'react';
import { useForm } from 'react-hook-form';
import type { TextKey } from '#common/contract/all-texts.ts';
import { problemText, type ProblemTexts } from '#web/data/problem-text.ts';
import { type Outcome, useAction } from '#web/data/use-action.ts';
import { useHasPassword } from '#web/identity/use-has-password.ts';
import { useLabel, useTexts } from '#web/institution/settings.ts';
import { Field } from '#web/kit/Field.tsx';
import { FocusedAlert } from '#web/kit/FocusedAlert.tsx';
import { Form } from '#web/kit/Form.tsx';
import { QuestionDialog } from '#web/kit/QuestionDialog.tsx';
import { Text } from '#web/kit/Text.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import styles from './security.module.css';

interface ConfirmDialogProps<Body> {
  readonly title: TextKey;
  readonly submit: TextKey;
  readonly look?: 'primary' | 'danger';
  /** The consequences, and fields of the change itself. */
  readonly children?: ReactNode;
  /** Validates those fields; false keeps the dialog open. */
  readonly check?: () => boolean | Promise<boolean>;
  readonly send: (password: string) => Promise<Outcome<Body>>;
  readonly onDone: (body: Body) => unknown;
  readonly onClose: () => void;
}

const texts: ProblemTexts<'InvalidCurrentPassword' | 'MaxAttemptsReached' | 'TooManyPasskeys'> = {
  codes: {
    InvalidCurrentPassword: 'confirmPassword.wrong',
    MaxAttemptsReached: 'confirmPassword.maxAttempts',
    TooManyPasskeys: 'passkeys.tooMany',
  },
  other: 'confirmPassword.failed',
  failed: 'confirmPassword.failed',
};

/** Asks for the password again, because an open session alone must not change how the customer signs in. */
export function ConfirmDialog<Body>(props: ConfirmDialogProps<Body>) {
  const { title, submit, look = 'primary', children, check = () => true, send, onDone, onClose } = props;
  const formId = useId();
  const text = useTexts();
  const reveal = useLabel('confirmPassword.show');
  const asksForPassword = useHasPassword();
  const { formState, handleSubmit, register } = useForm({ defaultValues: { password: '' } });
  const change = useAction(send, { onDone });
  const problem = change.failure && problemText(change.failure, texts);
  const isOfPassword = problem === 'confirmPassword.wrong';
  const passwordProblem = formState.errors.password ? 'confirmPassword.required' : isOfPassword ? problem : null;

  async function confirm({ password }: { readonly password: string }) {
    if (await check()) await change.run(password);
  }
  return (
    <QuestionDialog
      width={400}
      title={title}
      no="confirmPassword.cancel"
      yes={submit}
      look={look}
      busy={change.busy}
      onNo={onClose}
      onYes={formId}
    >
      <Form id={formId} className={styles.form} onSubmit={handleSubmit(confirm, () => void check())}>
        {children}
        {asksForPassword && (
          <Field
            use={PasswordField}
            label="confirmPassword.password"
            hint="confirmPassword.intro"
            autoComplete="current-password"
            maxLength={256}
            readOnly={change.busy}
            revealLabel={reveal.label}
            error={passwordProblem && text(passwordProblem)}
            {...register('password', { required: true })}
          />
        )}
        {problem && !isOfPassword && (
          <FocusedAlert>
            <Text<TextKey> of={problem} />
          </FocusedAlert>
        )}
      </Form>
    </QuestionDialog>
  );
}
