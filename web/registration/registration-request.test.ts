import { describe, expect, it } from 'vitest';
import { askingForAll, filledIn } from '#tests/builders/registration-samples.ts';
import { registrationRequest } from './registration-request.ts';
import { emptyRegistration } from './registration-values.ts';
import type { RegistrationEntries } from './use-registration-entries.ts';

const { password, passwordConfirm, agreedTo: _agreedTo, ...values } = filledIn;

function request(changes: Partial<typeof values>, settings = askingForAll) {
  return registrationRequest({
    values: { ...values, ...changes },
    settings,
    newPassword: { entry: { password, confirmation: passwordConfirm } } as RegistrationEntries['newPassword'],
    agreements: [{ hostNumber: 11_337 }, { hostNumber: 11_338 }] as unknown as RegistrationEntries['agreements'],
    agreed: new Map([[11_337, { opened: true, agreed: true }]]),
  });
}

describe('what is sent', () => {
  it('names the customer with dashes and slashes where the host has them', () => {
    expect(request({ accountNumber: '1010088146', dateOfBirth: '05231979', ssn: '900-31-8814' })).toMatchObject({
      AccountNumber: '101-008814-6',
      DateOfBirth: '05/23/1979',
      SSN: '900318814',
    });
  });

  it('leaves a date of birth out that is not whole, and an account number that is not asked for', () => {
    const settings = { ...askingForAll, accountNumberRequired: false };
    expect(request({ dateOfBirth: '05/23/197' }, settings)).toMatchObject({ DateOfBirth: '', AccountNumber: '' });
  });

  it('says of every agreement whether it was agreed to', () => {
    expect(request({}).Agreements).toEqual([
      { AgreedTo: true, AgreementType: 11_337 },
      { AgreedTo: false, AgreementType: 11_338 },
    ]);
  });

  it('has the password twice only where it is asked for twice', () => {
    expect(request({}).PasswordConfirm).toBe(passwordConfirm);
    expect(request({}, { ...askingForAll, confirmsPassword: false }).PasswordConfirm).toBe('');
  });
});

it('an account type is chosen from the start only where there is one', () => {
  expect(emptyRegistration(askingForAll).accountType).toBe('');
  expect(emptyRegistration({ ...askingForAll, accountTypes: ['Loan'] }).accountType).toBe('Loan');
});
