import type { ReactNode } from 'react';
import type { SavedUserInfo } from '#common/profile/rules/user-info.ts';
import { NewPasswordFields } from '#web/identity/new-password/NewPasswordFields.tsx';
import { useOption } from '#web/institution/settings.ts';
import { Text } from '#web/kit/Text.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { ProfileRow } from '../ProfileRow.tsx';
import styles from '../profile.module.css';
import type { Rows } from '../use-rows.ts';
import { AddressProof } from './AddressProof.tsx';
import { SecurityQuestion } from './SecurityQuestion.tsx';
import type { Biometrics } from './use-biometrics.ts';
import type { UserInfoForm } from './use-user-info.ts';
import { EmailAddress, LoginName, OldPassword } from './UserInfoFields.tsx';

/** Says nothing about the length of the password. */
const HIDDEN_PASSWORD = '••••••••';

type RowName = 'loginName' | 'emailAddress' | 'password' | 'question' | 'biometrics';

/** Which rows have unsaved changes. */
export function editedRows(
  { fields, newPassword: { entry } }: UserInfoForm,
  saved: SavedUserInfo,
  biometrics: Biometrics,
  needsPassword: boolean,
): Record<RowName, boolean> {
  return {
    loginName: fields.loginName !== saved.loginName,
    emailAddress: fields.emailAddress !== saved.emailAddress,
    // The current password alone is only for a new one.
    password: entry.password !== '' || entry.confirmation !== '' || (fields.oldPassword !== '' && !needsPassword),
    question: fields.secretQuestion !== saved.secretQuestion || fields.secretAnswer !== '',
    biometrics: biometrics.changed,
  };
}

interface UserInfoRowsProps {
  readonly saved: SavedUserInfo;
  /** The email address awaits its verification. */
  readonly isUnverified: boolean;
  readonly form: UserInfoForm;
  readonly biometrics: Biometrics;
  readonly disabled: boolean;
  /** A change requires the current password. */
  readonly needed: boolean;
  readonly rows: Rows<RowName>;
  readonly footer: ReactNode;
}

export function UserInfoRows({
  saved,
  isUnverified,
  form,
  biometrics,
  disabled,
  needed,
  rows,
  footer,
}: UserInfoRowsProps) {
  const asksNoQuestion = useOption('loginOptions.recoverWithoutQuestionOption');
  return (
    <>
      <ProfileRow
        name="userInfo.loginName"
        namedByField
        value={saved.loginName}
        state={rows.stateOf('loginName', footer)}
      >
        <LoginName form={form} disabled={disabled} />
      </ProfileRow>
      <ProfileRow
        name="userInfo.emailAddress"
        namedByField
        value={
          <>
            {saved.emailAddress || <Text of="profile.notSet" />}
            {isUnverified && saved.emailAddress !== '' && <AddressProof emailAddress={saved.emailAddress} />}
          </>
        }
        state={rows.stateOf('emailAddress', footer)}
      >
        <EmailAddress form={form} disabled={disabled} />
      </ProfileRow>
      {form.hasPassword && (
        <ProfileRow name="userInfo.passwordHeading" value={HIDDEN_PASSWORD} state={rows.stateOf('password', footer)}>
          <OldPassword form={form} disabled={disabled} needed={needed} />
          <div className={styles.narrow}>
            <NewPasswordFields
              newPassword={form.newPassword}
              words={form.passwordWords}
              rulesOnEntry
              disabled={disabled}
            />
          </div>
        </ProfileRow>
      )}
      {!asksNoQuestion && (
        <ProfileRow
          name="userInfo.questionHeading"
          value={saved.secretQuestion || <Text of="profile.notSet" />}
          state={rows.stateOf('question', footer)}
        >
          <SecurityQuestion form={form} savedQuestion={saved.secretQuestion} disabled={disabled} />
        </ProfileRow>
      )}
      {biometrics.offered && (
        <div className={styles.biometrics}>
          <Switch
            label={<Text of="userInfo.biometrics" />}
            checked={biometrics.wanted}
            disabled={disabled}
            onChange={biometrics.want}
          />
          {rows.stateOf('biometrics', footer).footer}
        </div>
      )}
    </>
  );
}
