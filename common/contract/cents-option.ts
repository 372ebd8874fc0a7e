import { type Cents, fromWireAmount } from '#common/core/money.ts';

/**
 * An amount option (dollars, as in the institution's file) as cents; null stays null.
 * @throws RangeError when it is negative or has parts of a cent, which the start-up check refuses.
 */
export function centsOption(dollars: number | null): Cents | null {
  if (dollars === null) return null;
  const amount = fromWireAmount(dollars);
  if (amount === undefined || amount < 0) throw new RangeError(`Not an amount in dollars and cents: ${dollars}`);
  return amount;
}
