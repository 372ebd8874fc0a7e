import type { OptionKey } from '#common/contract/all-options.ts';
import type { TextKey } from '#common/contract/all-texts.ts';

/** Save codes of User Information with words of their own, `profileError.…` (M 8). */
const worded = [
  'LogonMissingCapitalLetter',
  'LogonMissingLowercaseLetter',
  'LogonMissingLetter',
  'LogonMissingNumber',
  'LogonMissingSpecialCharacter',
  'LogonMatchesEmail',
  'LogonTooShort',
  'PasswordMissingCapitalLetter',
  'PasswordMissingLowercaseLetter',
  'PasswordMissingLetter',
  'PasswordMissingNumber',
  'PasswordMissingSpecialCharacter',
  'PasswordEqualsPortionOfLogon',
  'PasswordMatchesEmail',
  'PasswordEasyToGuess',
  'PasswordContainsThreeOrMoreConsecutiveIdenticalCharacters',
  'InvalidCurrentPassword',
  'MaxAttemptsReached',
  'Invalid',
  'CorrectErrors',
  'Stale',
  'BiometricsNotUpdated',
] as const;

/** Those whose words an institution may hide by `profileOptions.hideError…`; the general error stands for them then. */
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

/** The text of each code; of none, of unknown ones and of hidden ones the general error, each text once (M 8). */
export function textKeysOf(codes: readonly string[], isOn: (key: OptionKey) => unknown): TextKey[] {
  const keys = codes.map((code): TextKey => {
    if (code === 'ConfirmationNeeded') return 'confirmIdentity.notDone';
    const known =
      worded.find((one) => one === code) ?? wordedUnlessHidden.find((one) => one === code && !isHidden(one));
    return known ? `profileError.${known}` : 'profileError.Error';
  });
  return keys.length === 0 ? ['profileError.Error'] : [...new Set(keys)];

  function isHidden(code: (typeof wordedUnlessHidden)[number]): boolean {
    return isOn(`profileOptions.hideError${code}`) === true;
  }
}
