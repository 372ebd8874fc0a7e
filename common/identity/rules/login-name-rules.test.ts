import { expect, it } from 'vitest';
import type { CredentialSettings } from './credential-mode.ts';
import { codeOfLoginNameError, createLoginNamePolicy, findLoginNameErrors } from './login-name-rules.ts';

const noNeeds = { capitalLetter: false, lowercaseLetter: false, letter: false, number: false, specialCharacter: false };
const settings: CredentialSettings = {
  longCredentials: true,
  ruleList: true,
  passwordMinimumLength: 8,
  loginNameMinimumLength: 8,
  passwordNeeds: noNeeds,
  noThreeIdentical: false,
  notPortionOfLoginName: true,
  notContainLoginName: true,
  loginNameNeeds: noNeeds,
  loginNameNotEmail: false,
};

function errorsOf(loginName: string, change: Partial<CredentialSettings> = {}) {
  return findLoginNameErrors(createLoginNamePolicy({ ...settings, ...change }), loginName, 'harriet@example.com');
}

it.each([
  ['', ['required']],
  ['   ', ['required']],
  ['harriet', ['tooShort']],
  ['harrietl', []],
  ['harriet.lowell_1-x@y', []],
  ['harriet lowell', ['invalidCharacters']],
  ['harriet<l>', ['invalidCharacters']],
  ['hârriet.l', ['invalidCharacters']],
  ['a'.repeat(128), []],
  ['a'.repeat(129), ['tooLong']],
  ['harriet@example.com', []],
])('the username "%s" gives %j', (loginName, errors) => {
  expect(errorsOf(loginName)).toEqual(errors);
});

it.each([
  ['a'.repeat(12), []],
  ['a'.repeat(13), ['tooLong']],
])('in the legacy mode "%s" gives %j', (loginName, errors) => {
  expect(errorsOf(loginName, { longCredentials: false })).toEqual(errors);
});

it.each([
  ['capitalLetter', 'harriet.1', 'missingCapitalLetter', 'LogonMissingCapitalLetter'],
  ['lowercaseLetter', 'HARRIET.1', 'missingLowercaseLetter', 'LogonMissingLowercaseLetter'],
  ['letter', '12345678', 'missingLetter', 'LogonMissingLetter'],
  ['number', 'harriet.l', 'missingNumber', 'LogonMissingNumber'],
  ['specialCharacter', 'harriet1', 'missingSpecialCharacter', 'LogonMissingSpecialCharacter'],
] as const)('the rule %s refuses %s', (need, loginName, error, code) => {
  expect(errorsOf(loginName, { loginNameNeeds: { ...noNeeds, [need]: true } })).toEqual([error]);
  expect(codeOfLoginNameError[error]).toBe(code);
});

it('the email address is refused if the institution says so, in any spelling', () => {
  expect(errorsOf('Harriet@Example.com', { loginNameNotEmail: true })).toEqual(['matchesEmail']);
});
