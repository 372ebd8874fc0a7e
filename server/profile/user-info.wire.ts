import type { UserInfoEntry, UserInfoItem } from '#common/profile/profile.api.ts';
import { credentialSettingsFromOptions } from '#common/identity/credential-settings-from-options.ts';
import type { Institution } from '#common/institution/institution.ts';
import { longestPassword } from '#common/identity/rules/credential-mode.ts';
import { listAllowedQuestions } from '#common/identity/rules/secret-answer.ts';
import type { SavedUserInfo, UserInfoFields, UserInfoRules } from '#common/profile/rules/user-info.ts';
import type { HostCustomer } from '#server/host/host.ts';
import { loginNamePolicyOf } from '#server/identity/credentials/check-new-password.ts';
import type { PortalUser } from '#server/identity/users/users.queries.ts';

export function savedUserInfo(user: PortalUser, customer: HostCustomer): SavedUserInfo {
  return {
    loginName: user.loginName,
    emailAddress: customer.emailAddress,
    secretQuestion: user.passwordQuestion ?? '',
  };
}

/** Never includes passwords or the answer. */
export function userInfoToWire({ loginName, emailAddress, secretQuestion }: SavedUserInfo): UserInfoItem {
  return {
    LogonName: loginName,
    EmailAddress: emailAddress,
    OldPassword: '',
    NewPassword: '',
    ConfirmNewPassword: '',
    SecretQuestion: secretQuestion,
    SecretAnswer: '',
  };
}

export interface WantedUserInfo {
  readonly fields: UserInfoFields;
  /** Empty if the password stays. */
  readonly newPassword: string;
  readonly confirmation: string;
  /** A field to be changed was changed elsewhere, to another value. */
  readonly isStale: boolean;
}

export function wantedUserInfo(entry: UserInfoEntry, saved: SavedUserInfo): WantedUserInfo {
  const fields = fieldsOf(entry, saved);
  return {
    fields,
    newPassword: entry.NewPassword,
    confirmation: entry.ConfirmNewPassword,
    isStale: isStale(entry, fields, saved),
  };
}

/** Trims non-secret fields; omitted ones keep their saved value. */
function fieldsOf(entry: UserInfoEntry, saved: SavedUserInfo): UserInfoFields {
  return {
    loginName: entry.LogonName?.trim() ?? saved.loginName,
    emailAddress: entry.EmailAddress?.trim() ?? saved.emailAddress,
    oldPassword: entry.OldPassword,
    secretQuestion: entry.SecretQuestion?.trim() ?? saved.secretQuestion,
    secretAnswer: entry.SecretAnswer,
  };
}

function isStale({ Before }: UserInfoEntry, fields: UserInfoFields, saved: SavedUserInfo): boolean {
  const shown = {
    loginName: Before?.LogonName,
    emailAddress: Before?.EmailAddress,
    secretQuestion: Before?.SecretQuestion,
  };
  return (['loginName', 'emailAddress', 'secretQuestion'] as const).some(
    (name) => shown[name] !== undefined && shown[name] !== saved[name] && fields[name] !== saved[name],
  );
}

export function isSameUserInfo(one: SavedUserInfo, other: SavedUserInfo): boolean {
  return (
    one.loginName === other.loginName &&
    one.emailAddress === other.emailAddress &&
    one.secretQuestion === other.secretQuestion
  );
}

/** The current password is only compared, so its length isn't checked. */
export function userInfoRulesOf(institution: Institution): UserInfoRules {
  const { options } = institution;
  const asksNoQuestion = options['loginOptions.recoverWithoutQuestionOption'];
  return {
    loginName: loginNamePolicyOf(institution),
    oldPasswordMinimum: 1,
    oldPasswordMaximum: Math.max(256, longestPassword(credentialSettingsFromOptions(institution))),
    answerPattern: asksNoQuestion ? null : options['loginOptions.secretAnswerPattern'],
    hasPassword: !options['loginOptions.useSingleSignOnOption'],
  };
}

/** Custom questions are allowed only where the institution accepts them; the current question may stay. */
export function isOfferedQuestion({ options }: Institution, question: string, saved: SavedUserInfo): boolean {
  if (question === saved.secretQuestion || options['loginOptions.useCustomSecurityQuestionOption']) return true;
  const pattern = options['loginOptions.secretAnswerPattern'];
  return listAllowedQuestions(options['loginOptions.securityQuestions'], pattern).includes(question);
}
