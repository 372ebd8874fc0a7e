import type { RegistrationRequest } from '#common/registration/registration.api.ts';
import { registrationSettingsFromOptions } from '#common/registration/registration-settings-from-options.ts';
import type { Institution } from '#common/institution/institution.ts';
import { digitsOf, findBirthDate, formatAccountNumber } from '#common/registration/rules/entry-formats.ts';
import { plainName } from '#common/core/plain-name.ts';
import type { RegistrationEntry, RegistrationSettings } from '#common/registration/rules/registration-types.ts';
import type { IdentityFacts } from '#server/host/host.ts';

export function registrationSettingsOf(institution: Institution): RegistrationSettings {
  const agreements = institution.agreements.filter(({ whenToAgree }) => whenToAgree.includes('registration'));
  return registrationSettingsFromOptions(institution.options, institution.institutionOptions, agreements);
}

/** Converts the wire payload to the rules' terms. */
export function entryFromRequest(request: RegistrationRequest): RegistrationEntry {
  return {
    accountType: request.AccountType,
    accountNumber: request.AccountNumber,
    firstName: plainName(request.FirstName),
    middleName: plainName(request.MiddleName),
    lastName: plainName(request.LastName),
    emailAddress: request.EmailAddress.trim(),
    ssn: digitsOf(request.SSN),
    dateOfBirth: request.DateOfBirth,
    zip: request.ZipCode.trim(),
    phoneNumber: request.PhoneNumber,
    placeOfBirth: request.PlaceOfBirth,
    driversLicense: request.DriversLicense,
    mothersMaiden: request.MothersMaiden,
    secretQuestion: request.SecretQuestion,
    secretAnswer: request.SecretAnswer,
    userName: request.UserName.trim(),
    password: request.Password,
    passwordConfirm: request.PasswordConfirm,
    agreedTo: request.Agreements.flatMap(({ AgreedTo, AgreementType }) => (AgreedTo ? [AgreementType] : [])),
  };
}

/** Returns the facts the institution asks for; hidden fields are ignored. */
export function identityFactsOf(entry: RegistrationEntry, settings: RegistrationSettings): IdentityFacts {
  const given = (hidden: boolean, value: string) => (hidden || value.trim() === '' ? undefined : value.trim());
  const { accountType } = entry;
  return {
    ...(settings.accountNumberRequired && accountType !== ''
      ? {
          accountType,
          accountNumber: formatAccountNumber(entry.accountNumber, settings.accountNumberParts[accountType]),
        }
      : {}),
    ssn: entry.ssn,
    firstName: given(settings.firstNameHidden, entry.firstName),
    lastName: entry.lastName.trim(),
    birthDate: settings.dateOfBirthHidden ? undefined : findBirthDate(entry.dateOfBirth),
    zip: given(settings.zipHidden, entry.zip),
    phone: given(settings.phoneNumberHidden, digitsOf(entry.phoneNumber)),
    birthPlace: given(settings.placeOfBirthHidden, entry.placeOfBirth),
    driversLicense: given(settings.driversLicenseHidden, entry.driversLicense),
    mothersMaiden: given(settings.mothersMaidenHidden, entry.mothersMaiden),
  };
}
