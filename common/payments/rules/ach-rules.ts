import { collectErrors, type FieldErrors } from '#common/core/field-errors.ts';
import { isBlank, isPersonName } from './name-rules.ts';
import type { PaymentSettings } from './payment-settings.ts';
import type { BankAccountEntry } from './payment-types.ts';

export type AchErrorKey =
  | 'achError.ownerNameRequired'
  | 'achError.ownerNameInvalid'
  | 'achError.routingNumberRequired'
  | 'achError.routingNumberInvalid'
  | 'achError.accountNumberRequired'
  | 'achError.accountNumberInvalid'
  | 'achError.confirmRequired'
  | 'achError.confirmMismatch';

export type AchErrors = FieldErrors<BankAccountEntry, AchErrorKey>;

export type AchSettings = Pick<PaymentSettings, 'confirmAccountNumberHidden'>;

/** Checks a bank account form (P 5). An empty record means it is valid. */
export function validateBankAccount(entry: BankAccountEntry, settings: AchSettings): AchErrors {
  return collectErrors<BankAccountEntry, AchErrorKey>({
    ownerName: ownerNameError(entry.ownerName),
    routingNumber: routingNumberError(entry.routingNumber),
    accountNumber: accountNumberError(entry.accountNumber),
    confirmAccountNumber: settings.confirmAccountNumberHidden ? undefined : confirmationError(entry),
  });
}

/**
 * Nine digits with a valid check digit: weights 3, 7, 1 (ABA routing number policy). Nine zeros would pass but don't
 * name a bank.
 */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || /^0+$/.test(text)) return false;
  return checkDigitOf(text) === Number(text.at(-1));
}

/** The ninth digit that belongs to the first eight. */
export function checkDigitOf(routingNumber: string): number {
  const weights = [3, 7, 1];
  const digits = Array.from(routingNumber.slice(0, 8), Number);
  const sum = digits.reduce((total, digit, place) => total + digit * (weights[place % 3] ?? 0), 0);
  return (10 - (sum % 10)) % 10;
}

/** 1 to 17 digits, not all the same. */
export function isBankAccountNumber(text: string): boolean {
  return /^\d{1,17}$/.test(text) && !/^(?:0+|(\d)\1+)$/.test(text);
}

function ownerNameError(name: string): AchErrorKey | undefined {
  if (isBlank(name)) return 'achError.ownerNameRequired';
  const words = name.split(' ').filter((word) => /^\p{L}/u.test(word));
  return isPersonName(name) && words.length >= 2 ? undefined : 'achError.ownerNameInvalid';
}

function routingNumberError(routingNumber: string): AchErrorKey | undefined {
  if (isBlank(routingNumber)) return 'achError.routingNumberRequired';
  return isRoutingNumber(routingNumber) ? undefined : 'achError.routingNumberInvalid';
}

function accountNumberError(accountNumber: string): AchErrorKey | undefined {
  if (isBlank(accountNumber)) return 'achError.accountNumberRequired';
  return isBankAccountNumber(accountNumber) ? undefined : 'achError.accountNumberInvalid';
}

function confirmationError(entry: BankAccountEntry): AchErrorKey | undefined {
  if (isBlank(entry.confirmAccountNumber)) return 'achError.confirmRequired';
  return entry.confirmAccountNumber === entry.accountNumber ? undefined : 'achError.confirmMismatch';
}
