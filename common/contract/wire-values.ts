import { type Cents, fromWireAmount } from '../core/money.ts';
import { rateFromPercent, type RatePpm } from '../core/rates.ts';

/**
 * Cents for an amount our own server sent.
 * @throws RangeError when it has parts of a cent, which no answer of ours has.
 */
export function dollarsToCents(dollars: number): Cents {
  const amount = fromWireAmount(dollars);
  if (amount === undefined) throw new RangeError(`Not a whole number of cents on the wire: ${dollars}`);
  return amount;
}

/**
 * Returns the rate for a percentage our own server sent.
 * @throws RangeError when it is finer than the rates of our answers, or out of their range.
 */
export function percentToRate(percent: number): RatePpm {
  const rate = rateFromPercent(percent);
  if (rate === undefined) throw new RangeError(`Not a rate on the wire: ${percent}`);
  return rate;
}
