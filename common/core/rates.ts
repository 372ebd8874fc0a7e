import { formatHundredths, roundRatio } from './money.ts';

/**
 * Annual interest rates in parts per million: 6.49 % is 64,900 ppm. Exact to four decimals of a percent; loan
 * agreements don't use finer rates.
 */
declare const rateBrand: unique symbol;

export type RatePpm = number & { readonly [rateBrand]: true };

/** @throws RangeError if `value` isn't a whole number from 0 to 1,000,000. */
export function ratePpm(value: number): RatePpm {
  if (!Number.isInteger(value) || value < 0 || value > 1_000_000) {
    throw new RangeError(`Not a rate in parts per million: ${value}`);
  }
  return value as RatePpm;
}

/** Converts a percentage from the wire or an import file (`6.49`); returns undefined if it is finer than a ppm. */
export function rateFromPercent(percent: number): RatePpm | undefined {
  const ppm = Math.round(percent * 10_000);
  const exact = Math.abs(ppm / 10_000 - percent) < 1e-9;
  return exact && ppm >= 0 && ppm <= 1_000_000 ? ratePpm(ppm) : undefined;
}

export function rateToPercent(rate: RatePpm): number {
  return rate / 10_000;
}

/** Always two decimals, as in `6.49%` (A 9); a finer rate is rounded like money. */
export function formatRate(rate: RatePpm): string {
  return `${formatHundredths(Number(roundRatio(BigInt(rate), 100n)))}%`;
}
