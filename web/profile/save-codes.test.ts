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
  'LogonNameExists',
  'PasswordNeedsLetterNumber',
  'PasswordTooShort',
  'PasswordSameAsLogin',
  'ChooseDifferentPassword',
  'PasswordSameAsSSN',
  'LogonNameLength',
  'ReusedPassword',
])('%s can be hidden by the institution, only with its own switch', (code) => {
  expect(textKeysOf([code], (key) => key === `profileOptions.hideError${code}`)).toEqual(['profileError.Error']);
  expect(textKeysOf([code], (key) => key !== `profileOptions.hideError${code}`)).toEqual([`profileError.${code}`]);
});

it('a failed call shows a general error, and each text once', () => {
  expect(textKeysOf([], nothingHidden)).toEqual(['profileError.Error']);
  expect(textKeysOf(['one', 'other'], nothingHidden)).toEqual(['profileError.Error']);
});
