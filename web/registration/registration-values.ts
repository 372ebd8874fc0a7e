import type { RegistrationRequest } from '#common/registration/registration.api.ts';
import { digitsOf, formatAccountNumber, formatBirthDate } from '#common/registration/rules/entry-formats.ts';
import type { RegistrationFields, RegistrationSettings } from '#common/registration/rules/registration-types.ts';
import type { RegistrationEntries } from './use-registration-entries.ts';

/** The wizard's fields as they stand on the screen. */
export type RegistrationValues = { -readonly [Field in keyof RegistrationFields]: RegistrationFields[Field] };

/** @param settings with a single account type have it chosen from the start */
export function emptyRegistration({ accountTypes }: RegistrationSettings): RegistrationValues {
  return {
    accountType: accountTypes.length === 1 ? (accountTypes[0] ?? '') : '',
    accountNumber: '',
    firstName: '',
    middleName: '',
    lastName: '',
    emailAddress: '',
    ssn: '',
    dateOfBirth: '',
    zip: '',
    phoneNumber: '',
    placeOfBirth: '',
    driversLicense: '',
    mothersMaiden: '',
    secretQuestion: '',
    secretAnswer: '',
    userName: '',
  };
}

/** Fields of the personal section, in the order in which they stand there. */
export const personalFields = [
  'accountType',
  'accountNumber',
  'firstName',
  'middleName',
  'lastName',
  'emailAddress',
  'ssn',
  'dateOfBirth',
  'zip',
  'phoneNumber',
] as const satisfies readonly (keyof RegistrationValues)[];

export const securityFields = [
  'placeOfBirth',
  'driversLicense',
  'mothersMaiden',
  'secretQuestion',
  'secretAnswer',
] as const satisfies readonly (keyof RegistrationValues)[];

/** The payload of A 3: numbers take the host's form before they are sent (A 5). */
export function registrationRequest({
  values,
  settings,
  newPassword,
  agreements,
  agreed,
}: Pick<RegistrationEntries, 'values' | 'settings' | 'newPassword' | 'agreements' | 'agreed'>): RegistrationRequest {
  const { accountType } = values;
  const { password, confirmation } = newPassword.entry;
  const parts = accountType === '' ? [] : settings.accountNumberParts[accountType];
  return {
    Agreements: agreements.map(({ hostNumber }) => ({
      AgreedTo: agreed.get(hostNumber)?.agreed === true,
      AgreementType: hostNumber,
    })),
    UserName: values.userName.trim(),
    SecretQuestion: values.secretQuestion,
    SecretAnswer: values.secretAnswer,
    AccountNumber: settings.accountNumberRequired ? formatAccountNumber(values.accountNumber, parts) : '',
    AccountType: accountType === '' ? 'Loan' : accountType,
    FirstName: values.firstName.trim(),
    MiddleName: values.middleName.trim(),
    LastName: values.lastName.trim(),
    EmailAddress: values.emailAddress.trim(),
    SSN: digitsOf(values.ssn),
    DateOfBirth: formatBirthDate(values.dateOfBirth),
    ZipCode: values.zip,
    PhoneNumber: values.phoneNumber,
    PlaceOfBirth: values.placeOfBirth,
    DriversLicense: values.driversLicense,
    MothersMaiden: values.mothersMaiden,
    Password: password,
    PasswordConfirm: settings.confirmsPassword ? confirmation : '',
  };
}
