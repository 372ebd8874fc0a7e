/** The sixteen keys of A 5, the required and maximum validators, and one of our own. */
export const passwordErrorKeys = [
  'required',
  'doesNotMeetMinimumLength',
  'exceedsMaximumLength',
  'missingCapitalLetter',
  'missingLowercaseLetter',
  'missingLetter',
  'missingNumber',
  'missingSpecialCharacter',
  'matchesSSN',
  'matchesEmail',
  'containsThreeOrMoreConsecutiveIdenticalCharacters',
  'equalsPortionOfLoginName',
  'containsLoginName',
  'containsName',
  'needsLettersAndNumbers',
  'containsSsn',
  'passwordsDontMatch',
  'passwordReused',
  'easyToGuess',
] as const;

export type PasswordErrorKey = (typeof passwordErrorKeys)[number];

/** Codes of rules that a password can miss. */
export const passwordRuleCodes = [
  'PasswordMissingCapitalLetter',
  'PasswordMissingLowercaseLetter',
  'PasswordMissingLetter',
  'PasswordMissingNumber',
  'PasswordMissingSpecialCharacter',
  'PasswordEqualsPortionOfLogon',
  'PasswordContainsLogon',
  'PasswordMatchesEmail',
  'PasswordContainsThreeOrMoreConsecutiveIdenticalCharacters',
  'PasswordEasyToGuess',
] as const;

/** The server's codes: those of A 8, one for a password around the username, and one for easy-to-guess passwords. */
export const passwordErrorCodes = [
  'Error',
  'ChooseDifferentPassword',
  'PasswordTooShort',
  'PasswordSameAsLogin',
  'PasswordSameAsSSN',
  'PasswordNeedsLetterNumber',
  'ReusedPassword',
  ...passwordRuleCodes,
] as const;

export type PasswordErrorCode = (typeof passwordErrorCodes)[number];

const codes: Readonly<Record<PasswordErrorKey, PasswordErrorCode>> = {
  required: 'PasswordTooShort',
  doesNotMeetMinimumLength: 'PasswordTooShort',
  // Has no code of its own: the form refuses such a password first.
  exceedsMaximumLength: 'Error',
  missingCapitalLetter: 'PasswordMissingCapitalLetter',
  missingLowercaseLetter: 'PasswordMissingLowercaseLetter',
  missingLetter: 'PasswordMissingLetter',
  missingNumber: 'PasswordMissingNumber',
  missingSpecialCharacter: 'PasswordMissingSpecialCharacter',
  matchesSSN: 'PasswordSameAsSSN',
  matchesEmail: 'PasswordMatchesEmail',
  containsThreeOrMoreConsecutiveIdenticalCharacters: 'PasswordContainsThreeOrMoreConsecutiveIdenticalCharacters',
  equalsPortionOfLoginName: 'PasswordEqualsPortionOfLogon',
  containsLoginName: 'PasswordContainsLogon',
  containsName: 'PasswordSameAsLogin',
  needsLettersAndNumbers: 'PasswordNeedsLetterNumber',
  containsSsn: 'PasswordSameAsSSN',
  // The confirmation is never sent.
  passwordsDontMatch: 'Error',
  passwordReused: 'ReusedPassword',
  easyToGuess: 'PasswordEasyToGuess',
};

export function codesOfPasswordErrors(errors: readonly PasswordErrorKey[]): PasswordErrorCode[] {
  return [...new Set(errors.map((error) => codes[error]))];
}
