import { failure, success } from '#common/core/results.ts';
import { isRoutingNumber } from '#common/payments/rules/ach-rules.ts';
import { findLastCardDay } from '#common/payments/rules/card-life.ts';
import { digits, oneOf, text } from '#server/platform/import/field-parsers.ts';
import {
  type FieldParser,
  type ImportLine,
  type LineProblem,
  optional,
  required,
} from '#server/platform/import/import-columns.ts';

const expiration: FieldParser<string> = (typed) =>
  findLastCardDay(typed) ? success(typed) : failure('is not an expiration such as 07/28');

const routingNumber: FieldParser<string> = (typed) =>
  isRoutingNumber(typed) ? success(typed) : failure('is not a routing number');

const accountDigits: FieldParser<string> = (typed) =>
  /^\d{1,17}$/.test(typed) ? success(typed) : failure('is not 1 to 17 digits');

/** The columns of a payment method, in the files of methods and of recurring payments. */
export const methodColumns = {
  method: required(oneOf('card', 'bank')),
  token: optional(text(64), null),
  fingerprint: optional(text(100), null),
  brand: optional(oneOf('visa', 'master', 'amex', 'discover'), null),
  last_four: optional(digits(4), null),
  expiration: optional(expiration, null),
  card_kind: optional(oneOf('debit', 'credit'), null),
  routing_number: optional(routingNumber, null),
  bank_account_number: optional(accountDigits, null),
  bank_account_kind: optional(oneOf('checking', 'savings'), null),
  owner_name: optional(text(100), null),
};

const columnsOfCards = ['token', 'brand', 'last_four', 'expiration', 'card_kind'] as const;
const columnsOfBanks = ['routing_number', 'bank_account_number', 'bank_account_kind', 'owner_name'] as const;

type MethodLine = ImportLine<typeof methodColumns>;

export function methodProblems(line: MethodLine): LineProblem[] {
  const [needed, foreign] =
    line.method === 'card' ? [columnsOfCards, columnsOfBanks] : [columnsOfBanks, columnsOfCards];
  return [
    ...needed
      .filter((column) => line[column] === null)
      .map((column) => ({ column, reason: `is required for a ${line.method}` })),
    ...foreign
      .filter((column) => line[column] !== null)
      .map((column) => ({ column, reason: `does not apply to a ${line.method}` })),
    // Sixteen digits in the token's place would be a card number, which must never get here.
    ...(line.token !== null && /^\d{12,19}$/.test(line.token)
      ? [{ column: 'token', reason: 'looks like a card number; give the token of the processor' }]
      : []),
  ];
}
