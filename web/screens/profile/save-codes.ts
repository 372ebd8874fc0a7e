import type { OptionKey, SwitchKey } from '#common/institution/options.ts';
import type { TextKey } from '#common/texts/all-texts.ts';

/** Save codes of User Information with words of their own (M 8). */
const ownWords = {
  LogonMissingCapitalLetter: 'profileError.LogonMissingCapitalLetter',
  LogonMissingLowercaseLetter: 'profileError.LogonMissingLowercaseLetter',
  LogonMissingLetter: 'profileError.LogonMissingLetter',
  LogonMissingNumber: 'profileError.LogonMissingNumber',
  LogonMissingSpecialCharacter: 'profileError.LogonMissingSpecialCharacter',
  LogonMatchesEmail: 'profileError.LogonMatchesEmail',
  LogonTooShort: 'profileError.LogonTooShort',
  LogonNameExists: 'profileError.LogonNameExists',
  LogonNameLength: 'profileError.LogonNameLength',
  PasswordTooShort: 'profileError.PasswordTooShort',
  PasswordNeedsLetterNumber: 'profileError.PasswordNeedsLetterNumber',
  PasswordSameAsLogin: 'profileError.PasswordSameAsLogin',
  ChooseDifferentPassword: 'profileError.ChooseDifferentPassword',
  PasswordSameAsSSN: 'profileError.PasswordSameAsSSN',
  ReusedPassword: 'profileError.ReusedPassword',
  PasswordMissingCapitalLetter: 'profileError.PasswordMissingCapitalLetter',
  PasswordMissingLowercaseLetter: 'profileError.PasswordMissingLowercaseLetter',
  PasswordMissingLetter: 'profileError.PasswordMissingLetter',
  PasswordMissingNumber: 'profileError.PasswordMissingNumber',
  PasswordMissingSpecialCharacter: 'profileError.PasswordMissingSpecialCharacter',
  PasswordEqualsPortionOfLogon: 'profileError.PasswordEqualsPortionOfLogon',
  PasswordMatchesEmail: 'profileError.PasswordMatchesEmail',
  PasswordContainsThreeOrMoreConsecutiveIdenticalCharacters:
    'profileError.PasswordContainsThreeOrMoreConsecutiveIdenticalCharacters',
  InvalidCurrentPassword: 'profileError.InvalidCurrentPassword',
  MaxAttemptsReached: 'profileError.MaxAttemptsReached',
  Invalid: 'profileError.Invalid',
  CorrectErrors: 'profileError.CorrectErrors',
  BiometricsNotUpdated: 'profileError.BiometricsNotUpdated',
} as const satisfies Readonly<Record<string, TextKey>>;

/** Codes whose words an institution may hide; the general error stands for them then. */
const hideSwitches: Readonly<Record<string, SwitchKey>> = {
  LogonNameExists: 'profileOptions.hideErrorLogonNameExists',
  PasswordNeedsLetterNumber: 'profileOptions.hideErrorPasswordNeedsLetterNumber',
  PasswordTooShort: 'profileOptions.hideErrorPasswordTooShort',
  PasswordSameAsLogin: 'profileOptions.hideErrorPasswordSameAsLogin',
  ChooseDifferentPassword: 'profileOptions.hideErrorChooseDifferentPassword',
  PasswordSameAsSSN: 'profileOptions.hideErrorPasswordSameAsSSN',
  LogonNameLength: 'profileOptions.hideErrorLogonNameLength',
  ReusedPassword: 'profileOptions.hideErrorReusedPassword',
};

/** The text of each code; of none, of unknown ones and of hidden ones the general error, each text once (M 8). */
export function textKeysOf(codes: readonly string[], isOn: (key: OptionKey) => unknown): TextKey[] {
  const keys = codes.map((code): TextKey => {
    const hide = hideSwitches[code];
    if (!(code in ownWords) || (hide !== undefined && isOn(hide) === true)) return 'profileError.Error';
    return ownWords[code as keyof typeof ownWords];
  });
  return keys.length === 0 ? ['profileError.Error'] : [...new Set(keys)];
}
