import { type Cents, fromWireAmount } from '../core/money.ts';

/**
 * Cents for an amount our own server sent.
 * @throws RangeError when it has parts of a cent, which no answer of ours has.
 */
export function dollarsToCents(dollars: number): Cents {
  const amount = fromWireAmount(dollars);
  if (amount === undefined) throw new RangeError(`Not a whole number of cents on the wire: ${dollars}`);
  return amount;
}
