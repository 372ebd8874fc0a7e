import { loginNameRuleCodes } from '#common/identity/rules/login-name-rules.ts';
import { passwordRuleCodes } from '#common/identity/rules/password-errors.ts';
import type { PublicOptionKey } from '#common/contract/all-options.ts';
import { type ProblemTexts, textsByCode } from '#web/data/problem-text.ts';

const worded = [
  ...loginNameRuleCodes,
  ...passwordRuleCodes,
  'InvalidCurrentPassword',
  'MaxAttemptsReached',
  'Invalid',
  'CorrectErrors',
  'Stale',
  'BiometricsNotUpdated',
] as const;

/** An institution can hide these with `profileOptions.hideError…`, which shows the general error instead. */
const wordedUnlessHidden = [
  'LogonNameExists',
  'LogonNameLength',
  'PasswordTooShort',
  'PasswordNeedsLetterNumber',
  'PasswordSameAsLogin',
  'ChooseDifferentPassword',
  'PasswordSameAsSSN',
  'ReusedPassword',
] as const;

type SaveCode = (typeof worded)[number] | (typeof wordedUnlessHidden)[number];

/** The error catalog of User Information (M 8). */
export function userInfoTexts(isOn: (key: PublicOptionKey) => unknown): ProblemTexts<SaveCode> {
  const shown = wordedUnlessHidden.filter((code) => isOn(`profileOptions.hideError${code}`) !== true);
  return {
    codes: {
      ...textsByCode(worded, (code) => `profileError.${code}`),
      ...textsByCode(wordedUnlessHidden, (code) =>
        shown.includes(code) ? `profileError.${code}` : 'profileError.Error',
      ),
    },
    other: 'profileError.Error',
    failed: 'profileError.Error',
  };
}
