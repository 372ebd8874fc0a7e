/**
 * Money is whole cents. Only this file and `rates.ts` round, and floating point touches an amount only on the wire,
 * where JSON numbers carry dollars.
 */
declare const centsBrand: unique symbol;

/** Whole cents; may be negative. */
export type Cents = number & { readonly [centsBrand]: true };

export const ZERO = 0 as Cents;

/** @throws RangeError if `value` isn't a safe integer. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number of cents: ${value}`);
  return (value === 0 ? 0 : value) as Cents;
}

export function addCents(...amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce<number>((total, amount) => total + amount, 0));
}

export function subtractCents(amount: Cents, ...less: readonly Cents[]): Cents {
  return cents(less.reduce<number>((rest, part) => rest - part, amount));
}

export function minCents(...amounts: readonly [Cents, ...Cents[]]): Cents {
  return cents(Math.min(...amounts));
}

export function maxCents(...amounts: readonly [Cents, ...Cents[]]): Cents {
  return cents(Math.max(...amounts));
}

/** Clamps `amount` between zero and `most`. */
export function takeUpTo(amount: Cents, max: Cents): Cents {
  return maxCents(ZERO, minCents(amount, max));
}

/**
 * Divides and rounds half away from zero, as loan agreements do; the only rounding in the product. @throws RangeError
 * if the denominator isn't positive.
 */
export function roundRatio(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('The denominator must be positive');
  const magnitude = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * magnitude + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}

export function roundToCents(numerator: bigint, denominator: bigint): Cents {
  return cents(Number(roundRatio(numerator, denominator)));
}

/** Multiplies by an exact decimal such as `1.05`. @throws RangeError for a factor in exponent notation. */
export function scaleCents(amount: Cents, factor: number): Cents {
  const { digits, scale } = decimalDigits(factor);
  return roundToCents(BigInt(amount) * digits, scale);
}

/** Converts cents (`41286`) to wire dollars (`412.86`); exact, because JSON prints the shortest form. */
export function toWireAmount(amount: Cents): number {
  return amount / 100;
}

/** Converts wire dollars to cents; returns undefined for fractions of a cent. */
export function fromWireAmount(dollars: number): Cents | undefined {
  const whole = Math.round(dollars * 100);
  return Number.isSafeInteger(whole) && whole / 100 === dollars ? cents(whole) : undefined;
}

/** Parses a typed amount (`$1,234.5`, `1234.50`, `.5`); returns undefined if it isn't one. */
export function parseDollars(text: string): Cents | undefined {
  const match = /^\$?(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d{0,2}))?$/.exec(text.trim());
  if (!match || !/\d/.test(text)) return undefined;
  const dollars = Number((match[1] ?? '').replaceAll(',', '') || '0');
  const value = dollars * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return Number.isSafeInteger(value) ? cents(value) : undefined;
}

/** `$1,234.56`; negative amounts as `-$1.00`. */
export function formatCents(amount: Cents): string {
  const text = formatHundredths(Math.abs(amount));
  const grouped = text.replaceAll(/\B(?=(?:\d{3})+\.)/g, ',');
  return `${amount < 0 ? '-' : ''}$${grouped}`;
}

/** Writes hundredths with a decimal point: `649` as `6.49`, `5` as `0.05`. */
export function formatHundredths(hundredths: number): string {
  const digits = String(hundredths).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Splits a factor such as `1.05` into 105 and 100. */
function decimalDigits(factor: number): { digits: bigint; scale: bigint } {
  const match = /^(-?\d+)(?:\.(\d+))?$/.exec(String(factor));
  if (!match) throw new RangeError(`Not a plain decimal: ${factor}`);
  const [, whole = '0', fraction = ''] = match;
  return { digits: BigInt(whole + fraction), scale: 10n ** BigInt(fraction.length) };
}

/** Cuts the cents off, as credit bureaus want amounts. @param amount cents, also with parts of them */
export function wholeDollars(amount: number): number {
  return Math.trunc(amount / 100);
}
