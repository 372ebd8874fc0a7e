import { type Control, useForm, useWatch } from 'react-hook-form';
import { keysOf } from '#common/core/keys-of.ts';
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
import type { TextKey, TextValues } from '#common/contract/all-texts.ts';
import { useCredentialMode, useLoginNamePolicy } from '#web/identity/new-password/credential-rules.ts';
import { usePasswordMinimum } from '#web/institution/institution-options.ts';
import { useOption, useTexts } from '#web/institution/settings.ts';
import { type NewPassword, useNewPassword } from '#web/identity/new-password/use-new-password.ts';
import type { NewPasswordWords } from '#web/identity/new-password/use-password-messages.ts';
import { useHasPassword } from '#web/identity/use-has-password.ts';
import { type Conflict, useSavedValues } from '../use-saved-values.ts';

type FieldName = keyof UserInfoFields;

export interface UserInfoForm {
  readonly control: Control<UserInfoFields>;
  readonly fields: UserInfoFields;
  readonly hasPassword: boolean;
  readonly newPassword: NewPassword;
  readonly passwordWords: NewPasswordWords;
  readonly dirty: boolean;
  readonly valid: boolean;
  /** Returns a field's error once the field was touched. */
  readonly error: (name: FieldName) => string | undefined;
  readonly touch: (name: FieldName) => void;
  readonly showErrors: () => void;
  /** Fields changed elsewhere while edited here. */
  readonly conflicts: readonly Conflict<keyof SavedUserInfo>[];
  readonly revert: () => void;
  readonly settle: (saved: SavedUserInfo) => void;
}

/** @param alsoAsksPassword another change saved with it requires the current password */
export function useUserInfo(saved: SavedUserInfo, alsoAsksPassword: boolean): UserInfoForm {
  const { control, formState, getValues, reset, setValue } = useForm<UserInfoFields>({
    defaultValues: entriesOf(saved),
  });
  const fields = useWatch({ control }) as UserInfoFields;
  const { conflicts, isEdited } = useSavedValues<keyof SavedUserInfo>(namesOnFile(saved), fields, setValue);
  const { touchedFields: touched } = formState;
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
  const values = valuesOf(rules, oldPasswordShown);
  // Says that the current password is required as soon as the customer has left the field that requires it.
  const touchesName = changesName && Object.keys(touched).length > 0;

  function touch(name: FieldName) {
    setValue(name, getValues(name), { shouldTouch: true });
  }

  function start(from: SavedUserInfo) {
    reset(entriesOf(from));
    typed.clear();
  }

  return {
    control,
    fields,
    hasPassword: rules.hasPassword,
    newPassword: changesPassword ? typed : unasked(typed),
    passwordWords: usePasswordWords(),
    dirty:
      isTyped ||
      fields.oldPassword !== '' ||
      fields.secretAnswer !== '' ||
      (['loginName', 'emailAddress', 'secretQuestion'] as const).some(isEdited),
    valid: !hasErrors(errors) && (!changesPassword || typed.valid),
    error(name) {
      const key = errors[name];
      const shown = touched[name] === true || (name === 'oldPassword' && touchesName);
      return key && shown ? (text<TextKey>(key, values[key]) ?? '') : undefined;
    },
    touch,
    showErrors() {
      for (const name of keysOf(fields)) touch(name);
      if (changesPassword) typed.showErrors();
    },
    conflicts,
    revert: () => start(saved),
    settle: start,
  };
}

/** No requirements while the password isn't changed. */
function unasked(password: NewPassword): NewPassword {
  return { ...password, errors: { password: [], confirmation: null }, valid: true };
}

function namesOnFile({ loginName, emailAddress, secretQuestion }: SavedUserInfo): Record<keyof SavedUserInfo, string> {
  return { loginName, emailAddress, secretQuestion };
}

function entriesOf(saved: SavedUserInfo): UserInfoFields {
  return { ...namesOnFile(saved), oldPassword: '', secretAnswer: '' };
}

/** The rules, and the length shown in messages about the current password (C-005). */
function useUserInfoRules(): { readonly rules: UserInfoRules; readonly oldPasswordShown: number } {
  const mode = useCredentialMode();
  const loginName = useLoginNamePolicy();
  const minimum = usePasswordMinimum();
  const pattern = useOption('loginOptions.secretAnswerPattern');
  const asksNoQuestion = useOption('loginOptions.recoverWithoutQuestionOption');
  const hasPassword = useHasPassword();
  return {
    rules: {
      loginName: { ...loginName, maximumLength: maxLoginNameLength(mode) },
      oldPasswordMinimum: minimum ?? oldPasswordFallback.checked,
      oldPasswordMaximum: Math.max(longestPassword(mode), longestEver),
      answerPattern: asksNoQuestion ? null : pattern,
      hasPassword,
    },
    oldPasswordShown: minimum ?? oldPasswordFallback.shown,
  };
}

/** The current password may be from a time with longer limits. */
const longestEver = 128;

function valuesOf(
  { loginName, oldPasswordMaximum }: UserInfoRules,
  shown: number,
): Partial<Record<UserInfoErrorKey, TextValues<TextKey>>> {
  return {
    'profileEntry.loginNameRequired': { min: String(loginName.minimumLength) },
    'profileEntry.loginNameTooShort': { min: String(loginName.minimumLength) },
    'profileEntry.loginNameTooLong': { max: String(loginName.maximumLength) },
    'profileEntry.oldPasswordTooShort': { min: String(shown) },
    'profileEntry.oldPasswordTooLong': { max: String(oldPasswordMaximum) },
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
