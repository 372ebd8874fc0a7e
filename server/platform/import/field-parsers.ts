import { type Day, findDay, parseUsDay } from '#common/core/dates.ts';
import { cents, type Cents } from '#common/core/money.ts';
import { rateFromPercent, type RatePpm } from '#common/core/rates.ts';
import { failure, success } from '#common/core/results.ts';
import type { FieldParser } from './import-columns.ts';

export function text(longest: number): FieldParser<string> {
  return (typed) => {
    if (typed.length > longest) return failure(`is longer than ${longest} characters`);
    if (typed.includes('\uFFFD')) return failure('is not UTF-8');
    return /\p{Cc}/u.test(typed) ? failure('holds a control character') : success(typed);
  };
}

/** A customer or account number: letters, digits and dashes. */
export const identifier: FieldParser<string> = (typed) =>
  /^[A-Za-z0-9][A-Za-z0-9-]{0,31}$/.test(typed) ? success(typed) : failure('is not 1 to 32 letters, digits and dashes');

export function wholeNumber(least: number, max: number): FieldParser<number> {
  return (typed) => {
    const value = /^\d{1,9}$/.test(typed) ? Number(typed) : -1;
    return value >= least && value <= max ? success(value) : failure(`is not a whole number from ${least} to ${max}`);
  };
}

export function oneOf<const Choice extends string>(...choices: readonly Choice[]): FieldParser<Choice> {
  return (typed) => {
    const found = choices.find((choice) => choice === typed);
    return found === undefined ? failure(`is not one of ${choices.join(', ')}`) : success(found);
  };
}

/** `2026-11-21` or `11/21/2026`. */
export const date: FieldParser<Day> = (typed) => {
  const found = /^\d{4}-\d{2}-\d{2}$/.test(typed) ? findDay(typed) : parseUsDay(typed);
  return found ? success(found) : failure('is not a date such as 2026-11-21 or 11/21/2026');
};

export function dateUpTo(last: Day): FieldParser<Day> {
  return (typed) => {
    const found = date(typed);
    return found.ok && found.value > last ? failure(`is later than today, ${last}`) : found;
  };
}

/** Dollars with at most two decimals; no sign, currency or separators. */
export const amount: FieldParser<Cents> = (typed) => {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(typed);
  if (!match) return failure('is not an amount such as 1234.56');
  return success(cents(Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))));
};

/** May be negative, like an overdrawn balance. */
export const signedAmount: FieldParser<Cents> = (typed) => {
  const parsed = amount(typed.replace(/^-/, ''));
  return parsed.ok && typed.startsWith('-') ? success(cents(parsed.value * -1)) : parsed;
};

export const positiveAmount: FieldParser<Cents> = (typed) => {
  const parsed = amount(typed);
  return parsed.ok && parsed.value === 0 ? failure('is not more than zero') : parsed;
};

/** Yearly percent from 0 to 100 with at most four decimals. */
export const ratePercent: FieldParser<RatePpm> = (typed) => {
  const rate = /^\d{1,3}(\.\d{1,4})?$/.test(typed) ? rateFromPercent(Number(typed)) : undefined;
  return rate === undefined ? failure('is not a yearly rate in percent such as 6.49') : success(rate);
};

/** Accepts this many digits in any grouping: `(555) 010-2000`, `900-12-4471`. */
export function digits(count: number): FieldParser<string> {
  return (typed) => {
    const found = typed.replaceAll(/[\s().-]/g, '');
    return /^\d+$/.test(found) && found.length === count ? success(found) : failure(`is not ${count} digits`);
  };
}

export const zipCode: FieldParser<string> = (typed) =>
  /^\d{5}(-\d{4})?$/.test(typed) ? success(typed) : failure('is not a zip code such as 04101 or 04101-1234');

export const emailAddress: FieldParser<string> = (typed) =>
  typed.length <= 100 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed) ? success(typed) : failure('is not an email address');
