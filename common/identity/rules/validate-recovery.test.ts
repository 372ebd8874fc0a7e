import { describe, expect, it } from 'vitest';
import { day } from '../../core/dates.ts';
import { canIdentify, digitsOf, type RecoveryEntry, validateRecoveryEntry } from './validate-recovery.ts';

const today = day('2026-11-21');
const all = { emailAddress: true, dateOfBirth: true, zipCode: true, branch: true };
const margaret: RecoveryEntry = {
  emailAddress: 'margaret.okafor@example.com',
  dateOfBirth: '03/17/1984',
  zipCode: '04101',
  branch: '101',
};

function errorsOf(change: Partial<RecoveryEntry>, fields = all) {
  return validateRecoveryEntry({ ...margaret, ...change }, fields, today);
}

it('a complete identity is valid', () => {
  expect(errorsOf({})).toEqual({});
});

it.each([
  ['emailAddress', '', 'recovery.emailRequired'],
  ['emailAddress', '  ', 'recovery.emailRequired'],
  ['emailAddress', 'margaret', 'recovery.emailInvalid'],
  ['dateOfBirth', '', 'recovery.dateOfBirthRequired'],
  ['dateOfBirth', '3/17/1984', 'recovery.dateOfBirthInvalid'],
  ['dateOfBirth', '02/29/2026', 'recovery.dateOfBirthInvalid'],
  ['dateOfBirth', '11/22/2026', 'recovery.dateOfBirthInvalid'],
  ['dateOfBirth', '11/20/1916', 'recovery.dateOfBirthInvalid'],
  ['zipCode', '', 'recovery.zipCodeRequired'],
  ['zipCode', 'abc', 'recovery.zipCodeRequired'],
  ['zipCode', '0410', 'recovery.zipCodeInvalid'],
  ['branch', '', 'recovery.branchRequired'],
  ['branch', 'main', 'recovery.branchRequired'],
] as const)('%s "%s" gives %s', (field, typed, error) => {
  expect(errorsOf({ [field]: typed })).toEqual({ [field]: error });
});

it.each(['11/21/2026', '11/21/1916'])('a birth on %s is accepted', (dateOfBirth) => {
  expect(errorsOf({ dateOfBirth })).toEqual({});
});

it.each(['emailAddress', 'dateOfBirth', 'zipCode', 'branch'] as const)('a hidden %s is not required', (field) => {
  expect(errorsOf({ [field]: '' }, { ...all, [field]: false })).toEqual({});
});

describe('a customer who recovers the login', () => {
  it.each([
    ['everything', all, true],
    ['the email address alone', { emailAddress: true, dateOfBirth: false, zipCode: false, branch: false }, true],
    ['birth date and zip code', { ...all, emailAddress: false }, true],
    ['a birth date without a zip code', { ...all, emailAddress: false, zipCode: false }, false],
    ['nothing', { emailAddress: false, dateOfBirth: false, zipCode: false, branch: false }, false],
  ])('can be identified, or not, by %s', (_what, fields, possible) => {
    expect(canIdentify(fields)).toBe(possible);
  });
});

it.each([
  ['04101-1234', 5, '04101'],
  ['a1b2', 4, '12'],
  ['12345', 4, '1234'],
])('"%s" limited to %i digits is %s', (text, max, digits) => {
  expect(digitsOf(text, max)).toBe(digits);
});
