import { type Cents, fromWireAmount } from '../core/money.ts';
import { rateFromPercent, type RatePpm } from '../core/rates.ts';

/** Converts an amount from our own server to cents. @throws RangeError for a fraction of a cent. */
export function dollarsToCents(dollars: number): Cents {
  const amount = fromWireAmount(dollars);
  if (amount === undefined) throw new RangeError(`Not a whole number of cents on the wire: ${dollars}`);
  return amount;
}

/** Converts a percentage from our own server to a rate. @throws RangeError if it is too fine or out of range. */
export function percentToRate(percent: number): RatePpm {
  const rate = rateFromPercent(percent);
  if (rate === undefined) throw new RangeError(`Not a rate on the wire: ${percent}`);
  return rate;
}
