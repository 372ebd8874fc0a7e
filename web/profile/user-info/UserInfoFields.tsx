import { PROFILE_EMAIL_MAX_LENGTH } from '#common/profile/rules/user-info.ts';
import { useLabel } from '#web/institution/settings.ts';
import { FormField } from '#web/kit/FormField.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from '../profile.module.css';
import type { UserInfoForm } from './use-user-info.ts';

/** The longest text that is sent; entries aren't truncated before validation. */
const MAX_SENT_LENGTH = 256;

interface FieldProps {
  readonly form: UserInfoForm;
  readonly disabled: boolean;
}

export function LoginName({ form, disabled }: FieldProps) {
  return (
    <div className={styles.narrow}>
      <FormField
        use={TextField}
        control={form.control}
        entry="loginName"
        label="userInfo.loginName"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_SENT_LENGTH}
        disabled={disabled}
        error={form.error('loginName')}
      />
    </div>
  );
}

export function EmailAddress({ form, disabled }: FieldProps) {
  return (
    <div className={styles.narrow}>
      <FormField
        use={TextField}
        control={form.control}
        entry="emailAddress"
        label="userInfo.emailAddress"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={PROFILE_EMAIL_MAX_LENGTH}
        disabled={disabled}
        error={form.error('emailAddress')}
      />
    </div>
  );
}

/** @param needed another change requires the current password too */
export function OldPassword({ form, disabled, needed }: FieldProps & { readonly needed: boolean }) {
  const show = useLabel('userInfo.showOldPassword');

  function leave() {
    // The current password alone is only for a new one.
    if (form.fields.oldPassword !== '' && !needed) form.newPassword.touch('password');
  }
  return (
    <div className={styles.narrow}>
      <FormField
        use={PasswordField}
        control={form.control}
        entry="oldPassword"
        label="userInfo.oldPassword"
        revealLabel={show.label}
        name="current-password"
        autoComplete="current-password"
        aria-required={needed || undefined}
        maxLength={MAX_SENT_LENGTH}
        disabled={disabled}
        error={form.error('oldPassword')}
        onBlur={leave}
      />
    </div>
  );
}
