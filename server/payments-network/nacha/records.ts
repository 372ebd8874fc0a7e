import type { Day } from '#common/core/dates.ts';

/** NACHA files have lines of 94 characters in blocks of ten. */
export const LINE_LENGTH = 94;
export const LINES_PER_BLOCK = 10;

export const FILLER_LINE = '9'.repeat(LINE_LENGTH);

/** The entry hash keeps ten digits. */
const HASH_MODULUS = 10n ** 10n;

/** Left-justified; the format allows only capital letters, digits and basic punctuation. */
export function alphanumeric(value: string, length: number): string {
  return plainText(value).slice(0, length).padEnd(length);
}

/**
 * Right-justified, filled with zeros.
 * @throws RangeError if it doesn't fit, since a truncated number would be a different one
 */
export function numeric(value: number | bigint | string, length: number): string {
  const digits = String(value);
  if (!/^\d+$/.test(digits) || digits.length > length) {
    throw new RangeError(`A field of ${length} digits cannot hold a number of ${digits.length}`);
  }
  return digits.padStart(length, '0');
}

/** `YYMMDD` */
export function shortDate(date: Day): string {
  return date.slice(2).replaceAll('-', '');
}

/** Joins the fields of a line. Throws unless they make 94 characters. */
export function line(...fields: readonly string[]): string {
  const text = fields.join('');
  if (text.length !== LINE_LENGTH) throw new Error(`A line must have 94 characters, not ${text.length}`);
  return text;
}

/** Adds up the banks' first eight digits and keeps the last ten digits. */
export function entryHash(bankIds: readonly string[]): string {
  const sum = bankIds.reduce((total, id) => total + BigInt(id), 0n);
  return numeric(sum % HASH_MODULUS, 10);
}

export function countBlocks(lines: number): number {
  return (lines + ((LINES_PER_BLOCK - (lines % LINES_PER_BLOCK)) % LINES_PER_BLOCK)) / LINES_PER_BLOCK;
}

function plainText(value: string): string {
  const withoutAccents = value.normalize('NFD').replaceAll(/\p{Mark}/gu, '');
  return withoutAccents.toUpperCase().replaceAll(/[^\x20-\x7e]/g, ' ');
}
