import type { TextKey } from '#common/contract/all-texts.ts';
import type { Failure } from '#web/data/use-action.ts';

/** Codes the customer can correct; all others show the general text with the support line (A 8). */
const texts: ReadonlyMap<string, TextKey> = new Map<string, TextKey>([
  ['CodeExpired', 'activateError.CodeExpired'],
  ['MaxAttemptsReached', 'activateError.MaxAttemptsReached'],
  ['Invalid', 'activateError.InvalidCode'],
  ['Expired', 'activateError.Expired'],
  ['maintenanceModeEnabled', 'activateError.closed'],
  ['ChooseDifferentPassword', 'registerError.ChooseDifferentPassword'],
  ['PasswordTooShort', 'registerError.PasswordTooShort'],
  ['PasswordSameAsSSN', 'registerError.PasswordSameAsSSN'],
  ['PasswordSameAsLogin', 'registerError.PasswordSameAsLogin'],
  ['PasswordNeedsLetterNumber', 'registerError.PasswordNeedsLetterNumber'],
  ['PasswordMissingCapitalLetter', 'registerError.PasswordMissingCapitalLetter'],
  ['PasswordMissingLowercaseLetter', 'registerError.PasswordMissingLowercaseLetter'],
  ['PasswordMissingLetter', 'registerError.PasswordMissingLetter'],
  ['PasswordMissingNumber', 'registerError.PasswordMissingNumber'],
  ['PasswordMissingSpecialCharacter', 'registerError.PasswordMissingSpecialCharacter'],
  ['PasswordEqualsPortionOfLogon', 'registerError.PasswordEqualsPortionOfLogon'],
  ['PasswordContainsLogon', 'registerError.PasswordContainsLogon'],
  ['PasswordMatchesEmail', 'registerError.PasswordMatchesEmail'],
  ['PasswordEasyToGuess', 'registerError.PasswordEasyToGuess'],
  [
    'PasswordContainsThreeOrMoreConsecutiveIdenticalCharacters',
    'registerError.PasswordContainsThreeOrMoreConsecutiveIdenticalCharacters',
  ],
]);

export function activationProblem(failure: Failure): TextKey {
  if (failure.kind === 'stopped') return failure.text;
  const code = failure.kind === 'refused' && failure.status === 403 ? (failure.codes[0] ?? '') : '';
  return texts.get(code) ?? 'activateError.failed';
}
