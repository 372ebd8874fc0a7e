import { describe, expect, it } from 'vitest';
import { askingForAll, filledIn } from '#tests/builders/registration-samples.ts';
import { registrationRequest } from './registration-request.wire.ts';
import { emptyRegistration } from './registration-values.ts';
import type { RegistrationEntries } from './use-registration-entries.ts';

const { password, passwordConfirm, agreedTo: _agreedTo, ...values } = filledIn;

function request(changes: Partial<typeof values>, settings = askingForAll) {
  return registrationRequest({
    values: { ...values, ...changes },
    settings,
    newPassword: { entry: { password, confirmation: passwordConfirm } } as RegistrationEntries['newPassword'],
    agreements: [{ hostNumber: 11_337 }, { hostNumber: 11_338 }] as unknown as RegistrationEntries['agreements'],
    choices: {
      stateOf: ({ hostNumber }) => ({ opened: true, agreed: hostNumber === 11_337 }),
    } as RegistrationEntries['choices'],
  });
}

describe('the registration request', () => {
  it("formats the customer's numbers and dates as the host does", () => {
    expect(request({ accountNumber: '1010088146', dateOfBirth: '05231979', ssn: '900-31-8814' })).toMatchObject({
      AccountNumber: '101-008814-6',
      DateOfBirth: '05/23/1979',
      SSN: '900318814',
    });
  });

  it("leaves out an incomplete date of birth and an account number that isn't asked for", () => {
    const settings = { ...askingForAll, accountNumberRequired: false };
    expect(request({ dateOfBirth: '05/23/197' }, settings)).toMatchObject({ DateOfBirth: '', AccountNumber: '' });
  });

  it('states for every agreement whether it was accepted', () => {
    expect(request({}).Agreements).toEqual([
      { AgreedTo: true, AgreementType: 11_337 },
      { AgreedTo: false, AgreementType: 11_338 },
    ]);
  });

  it('contains the password twice only if it is asked for twice', () => {
    expect(request({}).PasswordConfirm).toBe(passwordConfirm);
    expect(request({}, { ...askingForAll, confirmsPassword: false }).PasswordConfirm).toBe('');
  });
});

it('an account type is preselected only if it is the only one', () => {
  expect(emptyRegistration(askingForAll).accountType).toBe('');
  expect(emptyRegistration({ ...askingForAll, accountTypes: ['Loan'] }).accountType).toBe('Loan');
});
