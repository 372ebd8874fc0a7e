import { useState } from 'react';
import { maxLoginNameLength, longestPassword, showsRuleList } from '#common/identity/rules/credential-mode.ts';
import { type PasswordErrorKey, passwordErrorKeys } from '#common/identity/rules/password-errors.ts';
import { hasErrors } from '#common/core/field-errors.ts';
import {
  needsPassword,
  oldPasswordFallback,
  type SavedUserInfo,
  type UserInfoErrorKey,
  type UserInfoFields,
  type UserInfoRules,
  validateUserInfo,
} from '#common/profile/rules/user-info.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useCredentialMode, useLoginNamePolicy } from '#web/identity/new-password/credential-rules.ts';
import { useInstitutionLengths } from '#web/institution/institution-options.ts';
import { useOption, useTexts } from '#web/institution/settings.ts';
import { type NewPassword, useNewPassword } from '#web/identity/new-password/use-new-password.ts';
import type { NewPasswordWords } from '#web/identity/new-password/use-password-messages.ts';
import type { Conflict } from '../edits.ts';
import { useEdits } from '../use-edits.ts';
import { useHasPassword } from '#web/identity/use-has-password.ts';

type FieldName = keyof UserInfoFields;

export interface UserInfoForm {
  readonly fields: UserInfoFields;
  readonly hasPassword: boolean;
  readonly newPassword: NewPassword;
  readonly passwordWords: NewPasswordWords;
  readonly dirty: boolean;
  readonly valid: boolean;
  /** Returns a field's error once it was left. */
  readonly error: (name: FieldName) => string | undefined;
  readonly change: (part: Partial<UserInfoFields>) => void;
  readonly leave: (name: FieldName) => void;
  readonly leaveAll: () => void;
  /** Fields changed elsewhere while edited here. */
  readonly conflicts: readonly Conflict<keyof SavedUserInfo>[];
  readonly revert: () => void;
  readonly settle: (saved: SavedUserInfo) => void;
}

/** @param alsoAsksPassword another change saved with it requires the current password */
export function useUserInfo(saved: SavedUserInfo, alsoAsksPassword: boolean): UserInfoForm {
  const edited = useEdits(namesOnFile(saved));
  const [secrets, setSecrets] = useState(noSecrets);
  const fields: UserInfoFields = { ...edited.values, ...secrets };
  const [left, setLeft] = useState<ReadonlySet<FieldName>>(new Set());
  const { rules, oldPasswordShown } = useUserInfoRules();
  const text = useTexts();
  const changesName = needsPassword(fields, saved, alsoAsksPassword);
  const typed = useNewPassword({
    owner: { kind: 'server', loginName: fields.loginName, token: null },
    confirms: useOption('loginOptions.useConfirmPasswordOption'),
  });
  const isTyped = typed.entry.password !== '' || typed.entry.confirmation !== '';
  // The current password alone is only for a new password.
  const changesPassword = isTyped || (fields.oldPassword !== '' && !changesName);
  const errors = validateUserInfo(fields, saved, rules, changesPassword || alsoAsksPassword);
  const fills = fillsOf(rules, oldPasswordShown);

  function forget() {
    setSecrets(noSecrets);
    setLeft(new Set());
    typed.clear();
  }

  const form: Omit<UserInfoForm, 'dirty' | 'valid'> = {
    fields,
    hasPassword: rules.hasPassword,
    newPassword: changesPassword ? typed : unasked(typed),
    passwordWords: usePasswordWords(),
    error: (name) => {
      const key = errors[name];
      return key && left.has(name) ? (text(key, fills[key] ?? '') ?? '') : undefined;
    },
    conflicts: edited.conflicts,
    change({ oldPassword, secretAnswer, ...names }) {
      edited.change(names);
      setSecrets((now) => ({
        oldPassword: oldPassword ?? now.oldPassword,
        secretAnswer: secretAnswer ?? now.secretAnswer,
      }));
    },
    leave(name) {
      // After a change of the username, shows at once that the current password is required.
      const also = changesName && name !== 'oldPassword' ? (['oldPassword'] as const) : [];
      setLeft((now) => new Set([...now, name, ...also]));
      if (name === 'oldPassword' && fields.oldPassword !== '' && !changesName) typed.leave('password');
    },
    leaveAll() {
      setLeft(new Set(Object.keys(fields) as FieldName[]));
      if (changesPassword) typed.showErrors();
    },
    revert() {
      edited.revert();
      forget();
    },
    settle(to) {
      edited.settle(namesOnFile(to));
      forget();
    },
  };
  return {
    ...form,
    dirty: isTyped || fields.oldPassword !== '' || fields.secretAnswer !== '' || differs(fields, saved),
    valid: !hasErrors(errors) && (!changesPassword || typed.valid),
  };
}

/** No requirements while the password isn't changed. */
function unasked(password: NewPassword): NewPassword {
  return { ...password, errors: { password: [], confirmation: null }, valid: true };
}

const noSecrets = { oldPassword: '', secretAnswer: '' };

function namesOnFile({ loginName, emailAddress, secretQuestion }: SavedUserInfo): Record<keyof SavedUserInfo, string> {
  return { loginName, emailAddress, secretQuestion };
}

function differs(fields: UserInfoFields, saved: SavedUserInfo): boolean {
  return (
    fields.loginName !== saved.loginName ||
    fields.emailAddress !== saved.emailAddress ||
    fields.secretQuestion !== saved.secretQuestion
  );
}

/** The rules, and the length shown in messages about the current password (C-005). */
function useUserInfoRules(): { readonly rules: UserInfoRules; readonly oldPasswordShown: number } {
  const mode = useCredentialMode();
  const loginName = useLoginNamePolicy();
  const { PasswordMinimumLength: minimum } = useInstitutionLengths();
  const pattern = useOption('loginOptions.secretAnswerPattern');
  const asksNoQuestion = useOption('loginOptions.recoverWithoutQuestionOption');
  const hasPassword = useHasPassword();
  const known = typeof minimum === 'number' && minimum > 0 ? minimum : undefined;
  return {
    rules: {
      loginName: { ...loginName, maximumLength: maxLoginNameLength(mode) },
      oldPasswordMinimum: known ?? oldPasswordFallback.checked,
      oldPasswordMaximum: Math.max(longestPassword(mode), longestEver),
      answerPattern: asksNoQuestion ? null : pattern,
      hasPassword,
    },
    oldPasswordShown: known ?? oldPasswordFallback.shown,
  };
}

/** The current password may be from a time with longer limits. */
const longestEver = 128;

function fillsOf(
  { loginName, oldPasswordMaximum }: UserInfoRules,
  shown: number,
): Partial<Record<UserInfoErrorKey, string>> {
  return {
    'profileEntry.loginNameRequired': String(loginName.minimumLength),
    'profileEntry.loginNameTooShort': String(loginName.minimumLength),
    'profileEntry.loginNameTooLong': String(loginName.maximumLength),
    'profileEntry.oldPasswordTooShort': String(shown),
    'profileEntry.oldPasswordTooLong': String(oldPasswordMaximum),
  };
}

/** Without the list, errors without their own profile text show the general one (C-026). */
function usePasswordWords(): NewPasswordWords {
  const listed = showsRuleList(useCredentialMode());
  const general = listed ? [] : passwordErrorKeys.map((key) => [key, 'profileEntry.rulesNotMet'] as const);
  return {
    password: 'userInfo.newPassword',
    confirmation: 'userInfo.confirmNewPassword',
    confirmationRequired: 'profileEntry.passwordsDiffer',
    confirmationDiffers: 'profileEntry.passwordsDiffer',
    errors: { ...(Object.fromEntries(general) as Partial<Record<PasswordErrorKey, TextKey>>), ...ownWords },
  };
}

const ownWords: Partial<Record<PasswordErrorKey, TextKey>> = {
  required: 'profileEntry.newPasswordRequired',
  doesNotMeetMinimumLength: 'profileEntry.newPasswordTooShort',
  containsName: 'profileEntry.passwordSameAsLogin',
  containsLoginName: 'passwordEntry.containsLoginName',
  needsLettersAndNumbers: 'profileEntry.passwordNeedsLetterNumber',
};
