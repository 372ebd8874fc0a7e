import type { UserInfoEntry, UserInfoItem } from '#common/profile/profile.api.ts';
import { credentialSettingsFromOptions } from '#common/identity/credential-settings-from-options.ts';
import type { Institution } from '#common/institution/institution.ts';
import { longestPassword } from '#common/identity/rules/credential-mode.ts';
import { listAllowedQuestions } from '#common/identity/rules/secret-answer.ts';
import type { SavedUserInfo, UserInfoFields, UserInfoRules } from '#common/profile/rules/user-info.ts';
import type { HostCustomer } from '#server/host/host.ts';
import { logonPolicyOf } from '#server/identity/credentials/check-new-password.ts';
import type { PortalUser } from '#server/identity/users/users.queries.ts';

/** User Information as it is kept. */
export function savedUserInfo(user: PortalUser, customer: HostCustomer): SavedUserInfo {
  return {
    logonName: user.loginName,
    emailAddress: customer.emailAddress,
    secretQuestion: user.passwordQuestion ?? '',
  };
}

/** On the wire; passwords and the answer never leave. */
export function userInfoToWire({ logonName, emailAddress, secretQuestion }: SavedUserInfo): UserInfoItem {
  return {
    LogonName: logonName,
    EmailAddress: emailAddress,
    OldPassword: '',
    NewPassword: '',
    ConfirmNewPassword: '',
    SecretQuestion: secretQuestion,
    SecretAnswer: '',
  };
}

/** As it was sent, without spaces at the ends of what is no secret; what was left out stays as it is. */
export function fieldsOf(entry: UserInfoEntry, saved: SavedUserInfo): UserInfoFields {
  return {
    logonName: entry.LogonName?.trim() ?? saved.logonName,
    emailAddress: entry.EmailAddress?.trim() ?? saved.emailAddress,
    oldPassword: entry.OldPassword,
    secretQuestion: entry.SecretQuestion?.trim() ?? saved.secretQuestion,
    secretAnswer: entry.SecretAnswer,
  };
}

/** Whether something that is to change was changed elsewhere since it was shown, to something else. */
export function isStale({ Before }: UserInfoEntry, fields: UserInfoFields, saved: SavedUserInfo): boolean {
  const shown = {
    logonName: Before?.LogonName,
    emailAddress: Before?.EmailAddress,
    secretQuestion: Before?.SecretQuestion,
  };
  return (['logonName', 'emailAddress', 'secretQuestion'] as const).some(
    (name) => shown[name] !== undefined && shown[name] !== saved[name] && fields[name] !== saved[name],
  );
}

export function isSameUserInfo(one: SavedUserInfo, other: SavedUserInfo): boolean {
  return (
    one.logonName === other.logonName &&
    one.emailAddress === other.emailAddress &&
    one.secretQuestion === other.secretQuestion
  );
}

/** The former password is only compared: how short it is says nothing here. */
export function userInfoRulesOf(institution: Institution): UserInfoRules {
  const { options } = institution;
  const asksNoQuestion = options['loginOptions.recoverWithoutQuestionOption'];
  return {
    logon: logonPolicyOf(institution),
    oldPasswordMinimum: 1,
    oldPasswordMaximum: Math.max(256, longestPassword(credentialSettingsFromOptions(institution))),
    answerPattern: asksNoQuestion ? null : options['loginOptions.secretAnswerPattern'],
    hasPassword: !options['loginOptions.useSingleSignOnOption'],
  };
}

/** Own words only where the institution takes them; a question that is kept may stay. */
export function isOfferedQuestion({ options }: Institution, question: string, saved: SavedUserInfo): boolean {
  if (question === saved.secretQuestion || options['loginOptions.useCustomSecurityQuestionOption']) return true;
  const pattern = options['loginOptions.secretAnswerPattern'];
  return listAllowedQuestions(options['loginOptions.securityQuestions'], pattern).includes(question);
}
