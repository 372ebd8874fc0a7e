import { expect, it } from 'vitest';
import { credentialsTexts } from '#common/identity/credentials-texts.ts';
import { problemTexts } from '#web/data/problem-text.ts';
import { resetTexts } from './ChangePasswordForm.tsx';

const again = 'There was an error resetting your password. Please try again.';

it.each([
  ['Error', again],
  ['SomethingNew', again],
  ['constructor', again],
  ['Expired', 'The link you are using to reset your password is no longer valid.'],
  ['ChooseDifferentPassword', 'Please choose a password you have not used before'],
  ['ReusedPassword', 'Please choose a password you have not used before'],
  ['PasswordTooShort', 'Password must be at least {min} characters in length.'],
  ['PasswordSameAsLogin', 'Password must be different than Username'],
  ['PasswordSameAsSSN', 'Password must be different than your SSN'],
  ['PasswordNeedsLetterNumber', 'Password must have both a letter and a number'],
  ['PasswordMissingCapitalLetter', 'Password must contain a capital letter'],
  ['PasswordMissingLowercaseLetter', 'Password must contain a lowercase letter'],
  ['PasswordMissingLetter', 'Password must contain a letter'],
  ['PasswordMissingNumber', 'Password must contain a number'],
  ['PasswordMissingSpecialCharacter', 'Password must contain a special character'],
  ['PasswordEqualsPortionOfLogon', 'Password cannot be part of your username'],
  ['PasswordContainsLogon', 'Password cannot contain your username'],
  ['PasswordMatchesEmail', 'Password cannot be your email'],
  ['PasswordEasyToGuess', 'Password is too easy to guess. Add unrelated words.'],
  [
    'PasswordContainsThreeOrMoreConsecutiveIdenticalCharacters',
    'Password cannot contain three or more identical characters in a row',
  ],
])('the code %s shows "%s"', (code, words) => {
  expect(wordsOf({ kind: 'refused', status: 200, codes: [code] })).toEqual([words]);
});

it('several codes show each text once', () => {
  const codes = ['PasswordTooShort', 'PasswordMissingNumber', 'PasswordTooShort'];
  expect(wordsOf({ kind: 'refused', status: 200, codes })).toHaveLength(2);
});

it.each([500, 503])('status %i has its own text', (status) => {
  expect(problemTexts({ kind: 'refused', status, codes: ['Expired'] }, resetTexts)).toEqual(['passwordError.Error500']);
});

it.each([
  { kind: 'refused', status: 429, codes: ['TooManyRequests'] },
  { kind: 'refused', status: 200, codes: [] },
  { kind: 'unreachable', timedOut: true },
] as const)('%o asks to try again', (result) => {
  expect(wordsOf(result)).toEqual([again]);
});

function wordsOf(failure: Parameters<typeof problemTexts>[0]): string[] {
  return problemTexts(failure, resetTexts).map((key) => credentialsTexts[key as keyof typeof credentialsTexts]);
}
