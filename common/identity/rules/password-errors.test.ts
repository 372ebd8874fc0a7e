import { expect, test } from 'vitest';
import {
  codesOfPasswordErrors,
  passwordErrorCodes,
  type PasswordErrorKey,
  passwordErrorKeys,
} from './password-errors.ts';

/** A 8; the errors that have no code there are never sent. */
const codes: readonly (readonly [PasswordErrorKey, string])[] = [
  ['required', 'PasswordTooShort'],
  ['doesNotMeetMinimumLength', 'PasswordTooShort'],
  ['exceedsMaximumLength', 'Error'],
  ['missingCapitalLetter', 'PasswordMissingCapitalLetter'],
  ['missingLowercaseLetter', 'PasswordMissingLowercaseLetter'],
  ['missingLetter', 'PasswordMissingLetter'],
  ['missingNumber', 'PasswordMissingNumber'],
  ['missingSpecialCharacter', 'PasswordMissingSpecialCharacter'],
  ['matchesSSN', 'PasswordSameAsSSN'],
  ['matchesEmail', 'PasswordMatchesEmail'],
  ['containsThreeOrMoreConsecutiveIdenticalCharacters', 'PasswordContainsThreeOrMoreConsecutiveIdenticalCharacters'],
  ['equalsPortionOfLoginName', 'PasswordEqualsPortionOfLogon'],
  ['containsLoginName', 'PasswordContainsLogon'],
  ['containsName', 'PasswordSameAsLogin'],
  ['needsLettersAndNumbers', 'PasswordNeedsLetterNumber'],
  ['containsSsn', 'PasswordSameAsSSN'],
  ['passwordsDontMatch', 'Error'],
  ['passwordReused', 'ReusedPassword'],
  ['easyToGuess', 'PasswordEasyToGuess'],
];

test.each(codes)('the error %s is sent as %s', (key, code) => {
  expect(codesOfPasswordErrors([key])).toEqual([code]);
});

test('every error is in the table, and every code that is sent is one of the catalog', () => {
  expect([...passwordErrorKeys]).toEqual(codes.map(([key]) => key));
  expect([...passwordErrorCodes]).toEqual(expect.arrayContaining([...new Set(codes.map(([, code]) => code))]));
  expect([...passwordErrorCodes]).toContain('ChooseDifferentPassword');
});

test('errors with one code are sent once, in their order', () => {
  expect(codesOfPasswordErrors(['easyToGuess', 'required', 'doesNotMeetMinimumLength'])).toEqual([
    'PasswordEasyToGuess',
    'PasswordTooShort',
  ]);
  expect(codesOfPasswordErrors([])).toEqual([]);
});
