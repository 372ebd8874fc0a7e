import { addMonths, type Day, parseUsDay } from '../../core/dates.ts';
import { isEmailAddress } from '#common/core/email-address.ts';
import { collectErrors, type FieldErrors } from '#common/core/field-errors.ts';

/** The recovery form, as typed. */
export interface RecoveryEntry {
  readonly emailAddress: string;
  /** `MM/DD/YYYY`. */
  readonly dateOfBirth: string;
  readonly zipCode: string;
  readonly branch: string;
}

/** The fields this institution asks for; the others are optional and not sent (A 5). */
export type RecoveryFields = Readonly<Record<keyof RecoveryEntry, boolean>>;

export type RecoveryErrorKey =
  | 'recovery.emailRequired'
  | 'recovery.emailInvalid'
  | 'recovery.dateOfBirthRequired'
  | 'recovery.dateOfBirthInvalid'
  | 'recovery.zipCodeRequired'
  | 'recovery.zipCodeInvalid'
  | 'recovery.branchRequired';

export function validateRecoveryEntry(
  entry: RecoveryEntry,
  fields: RecoveryFields,
  today: Day,
): FieldErrors<RecoveryEntry, RecoveryErrorKey> {
  return collectErrors<RecoveryEntry, RecoveryErrorKey>({
    emailAddress: fields.emailAddress ? emailError(entry.emailAddress.trim()) : undefined,
    dateOfBirth: fields.dateOfBirth ? birthDateError(entry.dateOfBirth, today) : undefined,
    zipCode: fields.zipCode ? zipError(digitsOf(entry.zipCode, 5)) : undefined,
    branch: fields.branch && digitsOf(entry.branch, 4) === '' ? 'recovery.branchRequired' : undefined,
  });
}

export function canIdentify({ emailAddress, dateOfBirth, zipCode }: RecoveryFields): boolean {
  return emailAddress || (dateOfBirth && zipCode);
}

/** Keeps digits up to the maximum: 5 for a ZIP code, 4 for a branch number (A 5). */
export function digitsOf(text: string, max: number): string {
  return text.replaceAll(/\D/g, '').slice(0, max);
}

function emailError(emailAddress: string): RecoveryErrorKey | undefined {
  if (emailAddress === '') return 'recovery.emailRequired';
  return isEmailAddress(emailAddress) ? undefined : 'recovery.emailInvalid';
}

/** Must not be in the future or more than 110 years ago (A 9). */
function birthDateError(text: string, today: Day): RecoveryErrorKey | undefined {
  if (text.trim() === '') return 'recovery.dateOfBirthRequired';
  const born = parseUsDay(text.trim());
  const possible = born !== undefined && born <= today && born >= addMonths(today, -110 * 12);
  return possible ? undefined : 'recovery.dateOfBirthInvalid';
}

function zipError(digits: string): RecoveryErrorKey | undefined {
  if (digits === '') return 'recovery.zipCodeRequired';
  return digits.length === 5 ? undefined : 'recovery.zipCodeInvalid';
}
