import { describe, expect, it } from 'vitest';
import { day } from '#common/core/dates.ts';
import { askingForAll, filledIn } from '#tests/builders/registration-samples.ts';
import { validatePersonal } from './personal-rules.ts';
import type { RegistrationEntry, RegistrationSettings } from './registration-types.ts';

const today = day('2026-11-21');
const check = (entry: Partial<RegistrationEntry>, settings: Partial<RegistrationSettings> = {}) =>
  validatePersonal({ ...filledIn, ...entry }, { ...askingForAll, ...settings }, today);

it('a complete entry is valid', () => {
  expect(check({})).toEqual({});
});

it('first and middle name are optional', () => {
  expect(check({ firstName: '', middleName: '' })).toEqual({});
});

describe('missing or invalid entries', () => {
  it.each<[Partial<RegistrationEntry>, object]>([
    [{ accountType: '' }, { accountType: 'registerCheck.accountTypeRequired' }],
    [{ accountNumber: '' }, { accountNumber: 'registerCheck.accountNumberRequired' }],
    [{ accountNumber: ' ' }, { accountNumber: 'registerCheck.accountNumberRequired' }],
    [{ accountNumber: '101-008814' }, { accountNumber: 'registerCheck.accountNumberInvalid' }],
    [{ accountNumber: '101-008814-67' }, { accountNumber: 'registerCheck.accountNumberInvalid' }],
    [{ accountNumber: '101-008814-x6' }, { accountNumber: 'registerCheck.accountNumberInvalid' }],
    [{ accountNumber: '1010088146' }, {}],
    [{ lastName: '' }, { lastName: 'registerCheck.lastNameRequired' }],
    [{ lastName: ' ' }, { lastName: 'registerCheck.lastNameRequired' }],
    [{ emailAddress: '' }, { emailAddress: 'registerCheck.emailAddressRequired' }],
    [{ emailAddress: 'harriet@' }, { emailAddress: 'registerCheck.emailAddressInvalid' }],
    [{ emailAddress: ' harriet@example.com ' }, {}],
    [{ ssn: '' }, { ssn: 'registerCheck.ssnRequired' }],
    [{ ssn: '90031881' }, { ssn: 'registerCheck.ssnDigits' }],
    [{ ssn: '9003188140' }, { ssn: 'registerCheck.ssnDigits' }],
    [{ ssn: '900-31-8814' }, {}],
    [{ zip: '' }, { zip: 'registerCheck.zipRequired' }],
    [{ zip: '0410' }, { zip: 'registerCheck.zipInvalid' }],
    [{ zip: '041011' }, { zip: 'registerCheck.zipInvalid' }],
    [{ zip: '0410a' }, { zip: 'registerCheck.zipInvalid' }],
    [{ phoneNumber: '' }, { phoneNumber: 'registerCheck.phoneNumberRequired' }],
    [{ phoneNumber: '(' }, { phoneNumber: 'registerCheck.phoneNumberRequired' }],
    [{ phoneNumber: '(555) 010-881' }, { phoneNumber: 'registerCheck.phoneNumberInvalid' }],
    [{ phoneNumber: '5550108814' }, {}],
  ])('%j gives %j', (entry, errors) => {
    expect(check(entry)).toEqual(errors);
  });
});

describe('a date of birth', () => {
  it.each([
    ['', 'registerCheck.dateOfBirthRequired'],
    ['05/23', 'registerCheck.dateOfBirthInvalid'],
    ['02/30/1979', 'registerCheck.dateOfBirthInvalid'],
    ['11/21/2026', undefined],
    ['11/22/2026', 'registerCheck.dateOfBirthInvalid'],
    ['11/21/1916', undefined],
    ['11/20/1916', 'registerCheck.dateOfBirthInvalid'],
    ['11/21/1915', 'registerCheck.dateOfBirthInvalid'],
  ])('"%s" is %s', (dateOfBirth, error) => {
    expect(check({ dateOfBirth }).dateOfBirth).toBe(error);
  });
});

describe("fields the institution doesn't ask for", () => {
  const nothing = { accountNumber: '', dateOfBirth: '', zip: '', phoneNumber: '' };

  it('can be empty', () => {
    const hidden = {
      accountNumberRequired: false,
      dateOfBirthHidden: true,
      zipHidden: true,
      phoneNumberHidden: true,
    };
    expect(check(nothing, hidden)).toEqual({});
  });

  it("an account type that isn't offered is refused", () => {
    expect(check({ accountType: 'Deposit' }, { accountTypes: ['Loan'] }).accountType).toBe(
      'registerCheck.accountTypeRequired',
    );
  });
});

describe("the institution's lengths apply", () => {
  it.each<[Partial<RegistrationEntry>, Partial<RegistrationSettings>, string | undefined]>([
    [{ accountType: 'Deposit', accountNumber: '0101-0088146' }, {}, undefined],
    [{ accountType: 'Deposit', accountNumber: '101-008814-6' }, {}, 'registerCheck.accountNumberInvalid'],
    [{ accountNumber: '101-008814' }, { accountNumberParts: { Loan: [3, 6], Deposit: [] } }, undefined],
    [{ accountNumber: 'anything at all' }, { accountNumberParts: { Loan: [], Deposit: [] } }, undefined],
  ])('to the account number of %j', (entry, settings, error) => {
    expect(check(entry, settings).accountNumber).toBe(error);
  });

  it.each([
    ['881', 'registerCheck.ssnDigits'],
    ['8814', undefined],
    ['88140', 'registerCheck.ssnDigits'],
  ])('to %s where the last four digits of the Social Security number are asked for', (ssn, error) => {
    expect(check({ ssn }, { ssnDigits: 4 }).ssn).toBe(error);
  });
});
