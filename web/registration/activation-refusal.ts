import type { TextKey } from '#common/contract/all-texts.ts';
import type { CallResult } from '#web/data/client.ts';

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
  ['PasswordMatchesEmail', 'registerError.PasswordMatchesEmail'],
  ['PasswordEasyToGuess', 'registerError.PasswordEasyToGuess'],
  [
    'PasswordContainsThreeOrMoreConsecutiveIdenticalCharacters',
    'registerError.PasswordContainsThreeOrMoreConsecutiveIdenticalCharacters',
  ],
]);

export function activationRefusal(result: Exclude<CallResult<unknown>, { kind: 'answer' }>): TextKey {
  const code = result.kind === 'refused' && result.status === 403 ? (result.codes[0] ?? '') : '';
  return texts.get(code) ?? 'activateError.failed';
}
