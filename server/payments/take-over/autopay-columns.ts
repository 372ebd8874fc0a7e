import type { Day } from '#common/core/dates.ts';
import { ZERO } from '#common/core/money.ts';
import { recurringOptions } from '#common/payments/rules/payment-types.ts';
import { amount, date, dateUpTo, identifier, oneOf, text, wholeNumber } from '#server/platform/import/field-parsers.ts';
import { type ImportLine, type LineProblem, optional, required } from '#server/platform/import/import-columns.ts';
import { methodColumns, methodProblems } from './method-columns.ts';

export function autopayColumns(today: Day) {
  return {
    reference: required(identifier),
    customer_id: required(identifier),
    account_number: required(identifier),
    schedule: required(oneOf(...recurringOptions)),
    days_before_due: optional(wholeNumber(0, 31), 0),
    first_on: required(date),
    next_on: required(date),
    amount: optional(amount, ZERO),
    additional_principal: optional(amount, ZERO),
    fee: optional(amount, ZERO),
    pays_total_due: optional(oneOf('yes', 'no'), 'no'),
    authorized_on: optional(dateUpTo(today), null),
    authorization: optional(text(500), null),
    ...methodColumns,
  };
}

export type AutopayLine = ImportLine<ReturnType<typeof autopayColumns>>;

export function autopayProblems(line: AutopayLine): LineProblem[] {
  const paysTotalDue = line.pays_total_due === 'yes';
  const problems = [...methodProblems(line)];
  const wrong = (column: keyof AutopayLine, reason: string) => problems.push({ column, reason });
  if (paysTotalDue && line.amount > 0) wrong('amount', 'must be empty if the total due is paid');
  if (paysTotalDue && line.additional_principal > 0)
    wrong('additional_principal', 'must be empty if the total due is paid');
  if (!paysTotalDue && line.amount === 0) wrong('amount', 'is required unless the total due is paid');
  if (line.next_on < line.first_on) wrong('next_on', 'is before first_on');
  if (line.schedule !== 'DaysBeforeDue' && line.days_before_due > 0)
    wrong('days_before_due', 'applies only to DaysBeforeDue');
  // Regulation E requires an authorization in writing for recurring debits of a bank account (12 CFR 1005.10(b)).
  for (const column of ['authorized_on', 'authorization'] as const) {
    if (line.method === 'bank' && line[column] === null) wrong(column, 'is required for a bank');
  }
  return problems;
}
