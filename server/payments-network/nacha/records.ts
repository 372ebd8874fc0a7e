import type { Day } from '#common/core/dates.ts';

/** The shape of every NACHA file: lines of 94 characters in blocks of ten. */
export const LINE_LENGTH = 94;
export const LINES_PER_BLOCK = 10;

/** What fills the last block. */
export const FILLER_LINE = '9'.repeat(LINE_LENGTH);

/** The remainder that the entry hash keeps: ten digits. */
const HASH_MODULUS = 10n ** 10n;

/** Left-justified; capital letters, digits and plain marks are all that the format knows. */
export function alphanumeric(value: string, length: number): string {
  return plainText(value).slice(0, length).padEnd(length);
}

/**
 * Right-justified, filled with zeros.
 * @throws RangeError when the number needs more room: cut off, it would be another one.
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

/** One line of its fields. @throws Error when they do not make 94 characters. */
export function line(...fields: readonly string[]): string {
  const text = fields.join('');
  if (text.length !== LINE_LENGTH) throw new Error(`A line of ${text.length} characters is none of this format`);
  return text;
}

/** The sum of the banks' first eight digits, of which the last ten count. */
export function entryHash(bankIds: readonly string[]): string {
  const sum = bankIds.reduce((total, id) => total + BigInt(id), 0n);
  return numeric(sum % HASH_MODULUS, 10);
}

/** How many blocks that many lines take. */
export function countBlocks(lines: number): number {
  return (lines + ((LINES_PER_BLOCK - (lines % LINES_PER_BLOCK)) % LINES_PER_BLOCK)) / LINES_PER_BLOCK;
}

function plainText(value: string): string {
  const withoutAccents = value.normalize('NFD').replaceAll(/\p{Mark}/gu, '');
  return withoutAccents.toUpperCase().replaceAll(/[^\x20-\x7e]/g, ' ');
}
