import { addMonths, type Day } from '#common/core/dates.ts';
import { isEmailAddress } from '#common/core/email-address.ts';
import { collectErrors, type FieldErrors } from '#common/core/field-errors.ts';
import { digitsOf, findBirthDate } from './entry-formats.ts';
import type { RegistrationFields, RegistrationSettings } from './registration-types.ts';

/** The maximum age (A 9). */
const MAX_YEARS = 110;

export type PersonalErrorKey =
  | 'registerCheck.accountTypeRequired'
  | 'registerCheck.accountNumberRequired'
  | 'registerCheck.accountNumberInvalid'
  | 'registerCheck.lastNameRequired'
  | 'registerCheck.emailAddressRequired'
  | 'registerCheck.emailAddressInvalid'
  | 'registerCheck.ssnRequired'
  | 'registerCheck.ssnDigits'
  | 'registerCheck.dateOfBirthRequired'
  | 'registerCheck.dateOfBirthInvalid'
  | 'registerCheck.zipRequired'
  | 'registerCheck.zipInvalid'
  | 'registerCheck.phoneNumberRequired'
  | 'registerCheck.phoneNumberInvalid';

/** A 5. First and middle name are optional. */
export function validatePersonal(
  entry: RegistrationFields,
  settings: RegistrationSettings,
  today: Day,
): FieldErrors<RegistrationFields, PersonalErrorKey> {
  return collectErrors<RegistrationFields, PersonalErrorKey>({
    accountType: settings.accountTypes.some((type) => type === entry.accountType)
      ? undefined
      : 'registerCheck.accountTypeRequired',
    accountNumber: settings.accountNumberRequired ? accountNumberError(entry, settings) : undefined,
    lastName: entry.lastName.trim() === '' ? 'registerCheck.lastNameRequired' : undefined,
    emailAddress: emailError(entry.emailAddress.trim()),
    ssn: ssnError(digitsOf(entry.ssn), settings.ssnDigits),
    dateOfBirth: settings.dateOfBirthHidden ? undefined : birthDateError(entry.dateOfBirth, today),
    zip: settings.zipHidden ? undefined : zipError(entry.zip.trim()),
    phoneNumber: settings.phoneNumberHidden ? undefined : phoneError(digitsOf(entry.phoneNumber)),
  });
}

function accountNumberError(
  { accountType, accountNumber }: RegistrationFields,
  settings: RegistrationSettings,
): PersonalErrorKey | undefined {
  if (accountNumber.trim() === '') return 'registerCheck.accountNumberRequired';
  const parts = accountType === '' ? [] : settings.accountNumberParts[accountType];
  if (parts.length === 0) return undefined;
  const wanted = parts.reduce((sum, length) => sum + length, 0);
  const whole = /^[\d-]+$/.test(accountNumber.trim()) && digitsOf(accountNumber).length === wanted;
  return whole ? undefined : 'registerCheck.accountNumberInvalid';
}

function emailError(emailAddress: string): PersonalErrorKey | undefined {
  if (emailAddress === '') return 'registerCheck.emailAddressRequired';
  return isEmailAddress(emailAddress) ? undefined : 'registerCheck.emailAddressInvalid';
}

function ssnError(digits: string, wanted: number): PersonalErrorKey | undefined {
  if (digits === '') return 'registerCheck.ssnRequired';
  return digits.length === wanted ? undefined : 'registerCheck.ssnDigits';
}

function birthDateError(typed: string, today: Day): PersonalErrorKey | undefined {
  if (typed.trim() === '') return 'registerCheck.dateOfBirthRequired';
  const born = findBirthDate(typed);
  const possible = born !== undefined && born <= today && born >= addMonths(today, -12 * MAX_YEARS);
  return possible ? undefined : 'registerCheck.dateOfBirthInvalid';
}

function zipError(zip: string): PersonalErrorKey | undefined {
  if (zip === '') return 'registerCheck.zipRequired';
  return /^\d{5}$/.test(zip) ? undefined : 'registerCheck.zipInvalid';
}

function phoneError(digits: string): PersonalErrorKey | undefined {
  if (digits === '') return 'registerCheck.phoneNumberRequired';
  return digits.length === 10 ? undefined : 'registerCheck.phoneNumberInvalid';
}
