import { formatCents } from '../../core/money.ts';
import { type AmountLimits, findAmountError, parseAmountEntry } from './amounts.ts';

/** Formats the field on blur (`$1,234.56`); invalid text stays as typed. */
export function formatAmountEntry(text: string): string {
  const amount = parseAmountEntry(text);
  return amount === undefined ? text : formatCents(amount);
}

/** `min` and `max` are dollar texts, such as `$25.00` (C-136). */
export type AmountEntryError =
  | { readonly key: 'amountError.range'; readonly values: { readonly min: string; readonly max: string } }
  | { readonly key: 'amountError.required' | 'amountError.cardMaximum'; readonly values?: undefined };

export function findAmountEntryError(text: string, limits: AmountLimits): AmountEntryError | undefined {
  if (limits.aboveCardMaximum) return { key: 'amountError.cardMaximum' };
  if (text.trim() === '') return { key: 'amountError.required' };
  const amount = parseAmountEntry(text);
  if (amount !== undefined && findAmountError(amount, limits) === undefined) return undefined;
  return {
    key: 'amountError.range',
    values: { min: formatCents(limits.minimumCents), max: formatCents(limits.maximumCents) },
  };
}
