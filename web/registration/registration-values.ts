import type { RegistrationFields, RegistrationSettings } from '#common/registration/rules/registration-types.ts';

export type RegistrationValues = { -readonly [Field in keyof RegistrationFields]: RegistrationFields[Field] };

/** @param settings a single account type is preselected */
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
