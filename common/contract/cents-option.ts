import { type Cents, fromWireAmount } from '#common/core/money.ts';

/**
 * Converts an amount option (dollars in the institution's file) to cents; null stays null. @throws RangeError for a
 * negative amount or a fraction of a cent; the start-up check refuses both.
 */
export function centsOption(dollars: number | null): Cents | null {
  if (dollars === null) return null;
  const amount = fromWireAmount(dollars);
  if (amount === undefined || amount < 0) throw new RangeError(`Not an amount in dollars and cents: ${dollars}`);
  return amount;
}
