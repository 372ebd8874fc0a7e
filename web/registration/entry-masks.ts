import type { MaskInputOptions } from 'maska';

/** `000-000000-0` as the field's mask knows it; nothing to hold to where the institution gives no lengths. */
export function maskOfAccountNumber(pattern: string): MaskInputOptions {
  return pattern === '' ? {} : { mask: pattern.replaceAll('0', '#'), eager: true };
}
