import { type KeyboardEvent, useId, useState } from 'react';
import type { NewPasswordEntry } from '#common/identity/rules/validate-new-password.ts';
import { useLabel, useTexts } from '#web/institution/settings.ts';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { Field } from '#web/kit/Field.tsx';
import { LegacyRules, PasswordRuleList } from './PasswordRuleList.tsx';
import type { NewPassword } from './use-new-password.ts';
import { type NewPasswordWords, usePasswordMessages } from './use-password-messages.ts';

/** The longest text that is sent; entries aren't truncated before validation. */
const MAX_SENT_LENGTH = 256;

interface NewPasswordFieldsProps {
  /** From `useNewPassword`. */
  readonly newPassword: NewPassword;
  readonly words?: NewPasswordWords;
  /** Shows the rules once the field is entered, where most customers want no new password. */
  readonly rulesOnEntry?: boolean;
  /** While something else must be entered first. */
  readonly disabled?: boolean;
}

/** Password and confirmation, each with a reveal button, and the rules as a list or messages (A 5). */
export function NewPasswordFields({
  newPassword,
  words = {},
  rulesOnEntry = false,
  disabled = false,
}: NewPasswordFieldsProps) {
  const listId = useId();
  const text = useTexts();
  const show = useLabel('newPassword.show');
  const showConfirmation = useLabel('newPassword.showConfirmation');
  const { entry, confirms, policy, valid } = newPassword;
  const [entered, setEntered] = useState(false);
  const showsRules = !rulesOnEntry || entered || entry.password !== '';
  const list = showsRules ? newPassword.list : null;
  const isLegacy = showsRules && newPassword.list === null;
  const errors = usePasswordMessages(newPassword, words);

  const placeholders = { password: words.passwordPlaceholder, confirmation: words.confirmationPlaceholder };

  const common = (field: keyof NewPasswordEntry) => ({
    name: field === 'password' ? 'new-password' : 'confirm-password',
    value: entry[field],
    disabled,
    autoComplete: 'new-password',
    maxLength: MAX_SENT_LENGTH,
    placeholder: placeholders[field] && (text(placeholders[field]) ?? undefined),
    error: errors[field],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      newPassword.change(field, currentTarget.value),
    onBlur: () => {
      // Leaving an empty field shows no error.
      if (entry[field] !== '') newPassword.touch(field);
    },
    // A disabled button would ignore Enter without a message.
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Enter' && !valid) newPassword.showErrors();
    },
  });
  return (
    <>
      <Field
        use={PasswordField}
        label={words.password ?? 'newPassword.password'}
        revealLabel={show.label}
        aria-details={list === null && !isLegacy ? undefined : listId}
        {...common('password')}
        onFocus={() => setEntered(true)}
      />
      {list !== null && <PasswordRuleList id={listId} rules={list} minimumLength={policy.minimumLength} />}
      {isLegacy && <LegacyRules id={listId} policy={policy} />}
      {confirms && (
        <Field
          use={PasswordField}
          label={words.confirmation ?? 'newPassword.confirmation'}
          revealLabel={showConfirmation.label}
          {...common('confirmation')}
        />
      )}
    </>
  );
}
