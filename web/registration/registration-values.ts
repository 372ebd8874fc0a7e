import type { RegistrationFields, RegistrationSettings } from '#common/registration/rules/registration-types.ts';

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
