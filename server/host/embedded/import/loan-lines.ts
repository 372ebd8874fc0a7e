import { type Day, dayOfMonth } from '#common/core/dates.ts';
import { addCents, ZERO } from '#common/core/money.ts';
import type { RatePpm } from '#common/core/rates.ts';
import { isDueDay } from '#common/rules/loans/billing-schedule.ts';
import { numeratorOf } from '#common/rules/loans/interest.ts';
import type { LoanState } from '../loan-state.ts';
import { amount, date, dateUpTo, identifier, oneOf, positiveAmount, wholeNumber } from './field-parsers.ts';
import { type ImportLine, type LineProblem, optional, required } from './import-columns.ts';

/** The columns of the loans file: loans and lines of credit. */
export function loanFileColumns(today: Day) {
  return {
    account_number: required(identifier),
    original_amount: optional(amount, ZERO),
    credit_limit: optional(amount, null),
    principal: required(amount),
    billing_frequency: required(oneOf('Monthly', 'SemiMonthly', 'TwoWeeks', 'Weekly')),
    installment: required(positiveAmount),
    due_day: optional(wholeNumber(1, 31), null),
    next_due_on: optional(date, null),
    partial_paid: optional(amount, ZERO),
    interest_accrued_through: required(dateUpTo(today)),
    accrued_interest: optional(amount, ZERO),
    late_charges: optional(amount, ZERO),
    other_fees: optional(amount, ZERO),
    term_payments: optional(wholeNumber(1, 2_000), null),
    maturity_on: optional(date, null),
  };
}

export type LoanLine = ImportLine<ReturnType<typeof loanFileColumns>>;

/** What no single column shows. */
export function loanProblems(line: LoanLine): LineProblem[] {
  const problems: LineProblem[] = [];
  const owed = addCents(line.principal, line.accrued_interest, line.late_charges, line.other_fees);
  if (owed > 0 && line.next_due_on === null) {
    problems.push({ column: 'next_due_on', reason: 'is required while something is owed' });
  }
  if (line.partial_paid >= line.installment) {
    problems.push({ column: 'partial_paid', reason: 'is not less than the installment' });
  }
  const { next_due_on: nextDueOn, due_day: dueDay, billing_frequency: billingFrequency } = line;
  if (nextDueOn !== null && dueDay !== null && !isDueDay({ billingFrequency, dueDay }, nextDueOn)) {
    problems.push({ column: 'next_due_on', reason: `does not fall on the due day ${dueDay}` });
  }
  return problems;
}

/** What only the account's kind shows. */
export function kindProblems(line: LoanLine, kind: LoanState['kind']): LineProblem[] {
  if (kind === 'lineOfCredit') {
    return line.credit_limit === null ? [{ column: 'credit_limit', reason: 'is required of a line of credit' }] : [];
  }
  return line.credit_limit === null ? [] : [{ column: 'credit_limit', reason: 'belongs to lines of credit only' }];
}

/** The loan as the engine carries it on from here. */
export function loanFromLine(
  line: LoanLine,
  account: { readonly accountId: number; readonly kind: LoanState['kind']; readonly rate: RatePpm },
): LoanState {
  return {
    ...account,
    billingFrequency: line.billing_frequency,
    installmentCents: line.installment,
    dueDay: line.due_day ?? (line.next_due_on === null ? 1 : dayOfMonth(line.next_due_on)),
    maturityOn: line.maturity_on,
    creditLimitCents: line.credit_limit ?? ZERO,
    nextDueOn: line.next_due_on,
    partialPaidCents: line.partial_paid,
    principalCents: line.principal,
    lateChargesCents: line.late_charges,
    otherFeesCents: line.other_fees,
    accruedThrough: line.interest_accrued_through,
    accruedNumerator: numeratorOf(line.accrued_interest),
    lateChargeFor: line.late_charges > 0 ? line.next_due_on : null,
  };
}
