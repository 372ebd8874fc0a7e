import {
  findLoginNameErrors,
  type LoginNameError,
  type LoginNamePolicy,
} from '#common/identity/rules/login-name-rules.ts';
import { lengthOf } from '#common/identity/rules/check-password.ts';
import { hasAllowedCharacters } from '#common/identity/rules/secret-answer.ts';
import { isEmailAddress } from '#common/core/email-address.ts';
import { collectErrors, type FieldErrors } from '#common/core/field-errors.ts';

/** The form without the new password, which has its own rules. */
export interface UserInfoFields {
  readonly loginName: string;
  readonly emailAddress: string;
  readonly oldPassword: string;
  readonly secretQuestion: string;
  readonly secretAnswer: string;
}

export type SavedUserInfo = Pick<UserInfoFields, 'loginName' | 'emailAddress' | 'secretQuestion'>;

export type UserInfoErrorKey =
  | `profileEntry.loginName${Capitalize<LoginNameError>}`
  | 'profileEntry.emailInvalid'
  | 'profileEntry.oldPasswordRequired'
  | 'profileEntry.oldPasswordTooShort'
  | 'profileEntry.oldPasswordTooLong'
  | 'profileEntry.questionRequired'
  | 'profileEntry.questionInvalid'
  | 'profileEntry.answerRequired'
  | 'profileEntry.answerInvalid';

export interface UserInfoRules {
  readonly loginName: LoginNamePolicy;
  readonly oldPasswordMinimum: number;
  readonly oldPasswordMaximum: number;
  /** Null if no secret question is asked (M 5). */
  readonly answerPattern: string | null;
  /** False under single sign-on. */
  readonly hasPassword: boolean;
}

/** M 9. */
export const PROFILE_EMAIL_MAX_LENGTH = 100;

/** Minimum length of the current password by default: in the form, and in its message (C-005). */
export const oldPasswordFallback = { checked: 6, shown: 8 } as const;

/**
 * M 5. An unchanged username may be shorter than today's minimum.
 * @param changesPassword whether a new password was typed
 */
export function validateUserInfo(
  fields: UserInfoFields,
  saved: SavedUserInfo,
  rules: UserInfoRules,
  changesPassword: boolean,
): FieldErrors<UserInfoFields, UserInfoErrorKey> {
  return collectErrors<UserInfoFields, UserInfoErrorKey>({
    loginName: loginNameError(fields, saved, rules.loginName),
    emailAddress: isProfileEmail(fields.emailAddress) ? undefined : 'profileEntry.emailInvalid',
    oldPassword: oldPasswordError(fields, rules, rules.hasPassword && needsPassword(fields, saved, changesPassword)),
    ...(rules.answerPattern === null ? {} : questionErrors(fields, saved, rules.answerPattern)),
  });
}

/** Changing the username, recovery data or email address requires the password. */
export function needsPassword(
  fields: Omit<UserInfoFields, 'oldPassword'>,
  saved: SavedUserInfo,
  changesPassword: boolean,
): boolean {
  return (
    changesPassword ||
    fields.loginName.trim() !== saved.loginName ||
    fields.emailAddress.trim() !== saved.emailAddress ||
    fields.secretAnswer.trim() !== ''
  );
}

function isProfileEmail(emailAddress: string): boolean {
  const address = emailAddress.trim();
  return address.length <= PROFILE_EMAIL_MAX_LENGTH && isEmailAddress(address);
}

function loginNameError(
  { loginName, emailAddress }: UserInfoFields,
  saved: SavedUserInfo,
  policy: LoginNamePolicy,
): UserInfoErrorKey | undefined {
  const name = loginName.trim();
  if (name === saved.loginName) return undefined;
  const [error] = findLoginNameErrors(policy, name, emailAddress);
  return error && loginNameErrorKeys[error];
}

const loginNameErrorKeys: Readonly<Record<LoginNameError, UserInfoErrorKey>> = {
  required: 'profileEntry.loginNameRequired',
  tooShort: 'profileEntry.loginNameTooShort',
  tooLong: 'profileEntry.loginNameTooLong',
  invalidCharacters: 'profileEntry.loginNameInvalidCharacters',
  missingCapitalLetter: 'profileEntry.loginNameMissingCapitalLetter',
  missingLowercaseLetter: 'profileEntry.loginNameMissingLowercaseLetter',
  missingLetter: 'profileEntry.loginNameMissingLetter',
  missingNumber: 'profileEntry.loginNameMissingNumber',
  missingSpecialCharacter: 'profileEntry.loginNameMissingSpecialCharacter',
  matchesEmail: 'profileEntry.loginNameMatchesEmail',
};

function oldPasswordError(
  { oldPassword }: UserInfoFields,
  { oldPasswordMinimum, oldPasswordMaximum }: UserInfoRules,
  needed: boolean,
): UserInfoErrorKey | undefined {
  if (oldPassword === '') return needed ? 'profileEntry.oldPasswordRequired' : undefined;
  if (lengthOf(oldPassword) < oldPasswordMinimum) return 'profileEntry.oldPasswordTooShort';
  return lengthOf(oldPassword) > oldPasswordMaximum ? 'profileEntry.oldPasswordTooLong' : undefined;
}

/** A new question needs an answer; without one, the old answer stays (C-115). */
function questionErrors(
  { secretQuestion, secretAnswer }: UserInfoFields,
  saved: SavedUserInfo,
  pattern: string,
): Partial<Record<'secretQuestion' | 'secretAnswer', UserInfoErrorKey>> {
  const question = secretQuestion.trim();
  const answer = secretAnswer.trim();
  const changes = question !== saved.secretQuestion;
  const wrongQuestion = questionError(question, changes || answer !== '', pattern);
  return {
    ...(wrongQuestion ? { secretQuestion: wrongQuestion } : {}),
    ...(answer === '' && changes ? { secretAnswer: 'profileEntry.answerRequired' } : {}),
    ...(answer !== '' && !hasAllowedCharacters(answer, pattern) ? { secretAnswer: 'profileEntry.answerInvalid' } : {}),
  };
}

function questionError(question: string, matters: boolean, pattern: string): UserInfoErrorKey | undefined {
  if (!matters) return undefined;
  if (question === '') return 'profileEntry.questionRequired';
  return hasAllowedCharacters(question, pattern) ? undefined : 'profileEntry.questionInvalid';
}
