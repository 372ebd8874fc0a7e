import { expect, it } from 'vitest';
import type { PublicOptionKey } from '#common/contract/all-options.ts';
import { problemTexts } from '#web/data/problem-text.ts';
import { userInfoTexts } from './save-codes.ts';

const nothingHidden = () => false;

function textKeysOf(codes: readonly string[], isOn: (key: PublicOptionKey) => boolean) {
  return problemTexts({ kind: 'refused', status: 200, codes }, userInfoTexts(isOn));
}

it.each([
  ['LogonNameExists', 'profileError.LogonNameExists'],
  ['PasswordContainsLogon', 'profileError.PasswordContainsLogon'],
  ['InvalidCurrentPassword', 'profileError.InvalidCurrentPassword'],
  ['BiometricsNotUpdated', 'profileError.BiometricsNotUpdated'],
  ['CorrectErrors', 'profileError.CorrectErrors'],
  ['Stale', 'profileError.Stale'],
  ['Invalid', 'profileError.Invalid'],
  ['Error', 'profileError.Error'],
  ['SomethingElse', 'profileError.Error'],
])('the code %s shows %s', (code, key) => {
  expect(textKeysOf([code], nothingHidden)).toEqual([key]);
});

it.each([
  ['LogonNameExists', 'profileOptions.hideErrorLogonNameExists'],
  ['PasswordNeedsLetterNumber', 'profileOptions.hideErrorPasswordNeedsLetterNumber'],
  ['PasswordTooShort', 'profileOptions.hideErrorPasswordTooShort'],
  ['PasswordSameAsLogin', 'profileOptions.hideErrorPasswordSameAsLogin'],
  ['ChooseDifferentPassword', 'profileOptions.hideErrorChooseDifferentPassword'],
  ['PasswordSameAsSSN', 'profileOptions.hideErrorPasswordSameAsSSN'],
  ['LogonNameLength', 'profileOptions.hideErrorLogonNameLength'],
  ['ReusedPassword', 'profileOptions.hideErrorReusedPassword'],
])('%s is hidden by %s and by no other switch', (code, own) => {
  expect(textKeysOf([code], (key) => key === own)).toEqual(['profileError.Error']);
  expect(textKeysOf([code], (key) => key !== own)).toEqual([`profileError.${code}`]);
});

it('a failed call shows a general error, and each text once', () => {
  expect(textKeysOf([], nothingHidden)).toEqual(['profileError.Error']);
  expect(textKeysOf(['one', 'other'], nothingHidden)).toEqual(['profileError.Error']);
});
