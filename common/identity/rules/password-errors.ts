/** What can be wrong with a password: the sixteen keys of A 5, and what its required and maximum validators and our own rule say. */
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
  'equalsPortionOfLogon',
  'containsLogon',
  'containsName',
  'needsLettersAndNumbers',
  'containsSsn',
  'passwordsDontMatch',
  'passwordReused',
  'easyToGuess',
] as const;

export type PasswordErrorKey = (typeof passwordErrorKeys)[number];

/** The codes with which the server refuses a password: those of A 8, and one for what is easy to guess. */
export const passwordErrorCodes = [
  'Error',
  'ChooseDifferentPassword',
  'PasswordTooShort',
  'PasswordSameAsLogin',
  'PasswordSameAsSSN',
  'PasswordNeedsLetterNumber',
  'ReusedPassword',
  'PasswordMissingCapitalLetter',
  'PasswordMissingLowercaseLetter',
  'PasswordMissingLetter',
  'PasswordMissingNumber',
  'PasswordMissingSpecialCharacter',
  'PasswordEqualsPortionOfLogon',
  'PasswordMatchesEmail',
  'PasswordContainsThreeOrMoreConsecutiveIdenticalCharacters',
  'PasswordEasyToGuess',
] as const;

export type PasswordErrorCode = (typeof passwordErrorCodes)[number];

const codes: Readonly<Record<PasswordErrorKey, PasswordErrorCode>> = {
  required: 'PasswordTooShort',
  doesNotMeetMinimumLength: 'PasswordTooShort',
  // No code says it: the form refuses such a password before it is sent.
  exceedsMaximumLength: 'Error',
  missingCapitalLetter: 'PasswordMissingCapitalLetter',
  missingLowercaseLetter: 'PasswordMissingLowercaseLetter',
  missingLetter: 'PasswordMissingLetter',
  missingNumber: 'PasswordMissingNumber',
  missingSpecialCharacter: 'PasswordMissingSpecialCharacter',
  matchesSSN: 'PasswordSameAsSSN',
  matchesEmail: 'PasswordMatchesEmail',
  containsThreeOrMoreConsecutiveIdenticalCharacters: 'PasswordContainsThreeOrMoreConsecutiveIdenticalCharacters',
  equalsPortionOfLogon: 'PasswordEqualsPortionOfLogon',
  containsLogon: 'PasswordSameAsLogin',
  containsName: 'PasswordSameAsLogin',
  needsLettersAndNumbers: 'PasswordNeedsLetterNumber',
  containsSsn: 'PasswordSameAsSSN',
  // The confirmation is typed for the form alone and never sent.
  passwordsDontMatch: 'Error',
  passwordReused: 'ReusedPassword',
  easyToGuess: 'PasswordEasyToGuess',
};

/** The codes of errors, each once. */
export function codesOfPasswordErrors(errors: readonly PasswordErrorKey[]): PasswordErrorCode[] {
  return [...new Set(errors.map((error) => codes[error]))];
}
