import { type Day, parseUsDay } from '#common/core/dates.ts';

export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

/** Like `000-000000-0`; empty if the institution sets no lengths (A 5). */
export function accountNumberMask(parts: readonly number[]): string {
  return parts.map((length) => '0'.repeat(length)).join('-');
}

/** Adds the host's dashes; without lengths, returns the text as typed. */
export function formatAccountNumber(typed: string, parts: readonly number[]): string {
  if (parts.length === 0) return typed.trim();
  let rest = digitsOf(typed);
  const formatted = parts.map((length) => {
    const part = rest.slice(0, length);
    rest = rest.slice(length);
    return part;
  });
  return formatted.filter((part) => part !== '').join('-');
}

/** Returns the account number without dashes and spaces, in upper case, for comparing. */
export function accountNumberKey(accountNumber: string): string {
  return accountNumber.toUpperCase().replaceAll(/[-\s]/g, '');
}

/** `MM/DD/YYYY` for exactly eight digits, otherwise empty (A 5). */
export function formatBirthDate(typed: string): string {
  const digits = digitsOf(typed);
  return digits.length === 8 ? `${digits.slice(0, 2)}/${digits.slice(2, 4)}/${digits.slice(4)}` : '';
}

export function findBirthDate(typed: string): Day | undefined {
  return parseUsDay(formatBirthDate(typed));
}
