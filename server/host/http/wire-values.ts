import { z } from 'zod';
import { type AccountTypeCode, typeCodes } from '#common/accounts/rules/account.ts';
import { type Day, findDay } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { RatePpm } from '#common/core/rates.ts';
/** Values of the host protocol, with their JSON form and our types. */

export const text = z.string();
export const number = z.int();

/** Whole cents. */
export const amount = z.codec(z.int(), z.custom<Cents>(Number.isSafeInteger), {
  decode: (value) => value as Cents,
  encode: (value) => value,
});

/** A yearly rate in millionths: 64900 is 6.49%. */
export const rate = z.codec(z.int(), z.custom<RatePpm>(Number.isSafeInteger), {
  decode: (value) => value as RatePpm,
  encode: (value) => value,
});

/** A calendar day, `2026-11-22`. */
export const date = z.codec(
  z.iso.date(),
  z.custom<Day>((value) => typeof value === 'string' && findDay(value) !== undefined),
  {
    decode: (value) => value as Day,
    encode: (value) => value,
  },
);

/** An instant in UTC, `2026-11-22T15:00:00Z`. */
export const instant = z.codec(z.iso.datetime({ offset: true }), z.instanceof(Temporal.Instant), {
  decode: (value) => Temporal.Instant.from(value),
  encode: (value) => value.toString(),
});

/** A string of digits, because the value exceeds JSON's exact integers. */
export const bigInteger = z.codec(z.string().regex(/^-?\d+$/), z.bigint(), {
  decode: (value) => BigInt(value),
  encode: (value) => String(value),
});

const codes = Object.values(typeCodes);
export const accountTypeCode = z.codec(
  z.int(),
  z.custom<AccountTypeCode>((value) => codes.some((code) => code === value)),
  {
    decode: (value) => value as AccountTypeCode,
    encode: (value) => value,
  },
);

export const statementPreference = z.enum(['', 'Electronic', 'Paper']);
export const billingFrequency = z.enum(['Monthly', 'SemiMonthly', 'TwoWeeks', 'Weekly']);
export const method = z.enum(['Card', 'ACH']);

export const address = z.object({ address1: text, city: text, state: text, zipCode: text });
export const phones = z.array(z.object({ number: text, primary: z.boolean(), textsAgreed: z.boolean() })).readonly();
