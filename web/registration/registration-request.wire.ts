import type { RegistrationRequest } from '#common/registration/registration.api.ts';
import { digitsOf, formatAccountNumber, formatBirthDate } from '#common/registration/rules/entry-formats.ts';
import type { RegistrationEntries } from './use-registration-entries.ts';

/** Builds the payload of A 3, with numbers in the host's format (A 5). */
export function registrationRequest({
  values,
  settings,
  newPassword,
  agreements,
  choices,
}: Pick<RegistrationEntries, 'values' | 'settings' | 'newPassword' | 'agreements' | 'choices'>): RegistrationRequest {
  const { accountType } = values;
  const { password, confirmation } = newPassword.entry;
  const parts = accountType === '' ? [] : settings.accountNumberParts[accountType];
  return {
    Agreements: agreements.map((agreement) => ({
      AgreedTo: choices.stateOf(agreement).agreed,
      AgreementType: agreement.hostNumber,
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
