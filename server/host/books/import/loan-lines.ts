import { type Day, dayOfMonth, daysBetween } from '#common/core/dates.ts';
import { addCents, ZERO } from '#common/core/money.ts';
import { dueDayAfter, isDueDay } from '#common/accounts/rules/billing-schedule.ts';
import { numeratorOf } from '#common/accounts/rules/interest.ts';
import type { FormerChargeOff } from '../charge-off.ts';
import type { NewOpening } from '../write-books.queries.ts';
import type { LoanState } from '../loan-state.ts';
import {
  amount,
  date,
  dateUpTo,
  identifier,
  oneOf,
  positiveAmount,
  text,
  wholeNumber,
} from '#server/platform/import/field-parsers.ts';
import { type ImportLine, type LineProblem, optional, required } from '#server/platform/import/import-columns.ts';
import { billingFrequencies } from '#common/payments/rules/payment-types.ts';

export function loanFileColumns(today: Day) {
  return {
    account_number: required(identifier),
    original_amount: optional(amount, ZERO),
    credit_limit: optional(amount, null),
    principal: required(amount),
    billing_frequency: required(oneOf(...billingFrequencies)),
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
    loan_type: optional(text(30), ''),
    late_charged_through: optional(dateUpTo(today), null),
    interest_paid_this_year: optional(amount, null),
    interest_paid_last_year: optional(amount, null),
    fees_charged_this_year: optional(amount, null),
    paid_principal: optional(amount, null),
    paid_interest: optional(amount, null),
    paid_fees: optional(amount, null),
    last_payment_on: optional(dateUpTo(today), null),
    last_payment_amount: optional(positiveAmount, null),
    charged_off_on: optional(dateUpTo(today), null),
    charged_off_amount: optional(positiveAmount, null),
    charged_off_recovered: optional(amount, null),
  };
}

export type LoanLine = ImportLine<ReturnType<typeof loanFileColumns>>;

/** Checks that involve several columns. */
export function loanProblems(line: LoanLine): LineProblem[] {
  const problems: LineProblem[] = [];
  const owed = addCents(line.principal, line.accrued_interest, line.late_charges, line.other_fees);
  if (owed > 0 && line.next_due_on === null) {
    problems.push({ column: 'next_due_on', reason: 'is required while something is owed' });
  }
  if (line.partial_paid >= line.installment) {
    problems.push({ column: 'partial_paid', reason: 'is not less than the installment' });
  }
  if ((line.charged_off_on === null) !== (line.charged_off_amount === null)) {
    const column = line.charged_off_on === null ? 'charged_off_on' : 'charged_off_amount';
    problems.push({ column, reason: 'is required with the other column of the charge-off' });
  }
  if (line.charged_off_recovered !== null && line.charged_off_on === null) {
    problems.push({ column: 'charged_off_recovered', reason: 'belongs to a loan that is charged off' });
  }
  const { next_due_on: nextDueOn, due_day: dueDay, billing_frequency: billingFrequency } = line;
  if (nextDueOn !== null && dueDay !== null && !isDueDay({ billingFrequency, dueDay }, nextDueOn)) {
    problems.push({ column: 'next_due_on', reason: `does not fall on the due day ${dueDay}` });
  }
  return problems;
}

/** Returns the loan's charge-off as the former system tells it; undefined without one. */
export function chargeOffOfLine(line: LoanLine): FormerChargeOff | undefined {
  const { charged_off_on: on, charged_off_amount: amountCents, charged_off_recovered: recoveredCents } = line;
  return on === null || amountCents === null ? undefined : { on, amountCents, recoveredCents };
}

/** Checks that depend on the account's kind. */
export function kindProblems(line: LoanLine, kind: LoanState['kind']): LineProblem[] {
  if (kind === 'lineOfCredit') {
    return line.credit_limit === null ? [{ column: 'credit_limit', reason: 'is required for a line of credit' }] : [];
  }
  return line.credit_limit === null ? [] : [{ column: 'credit_limit', reason: 'applies only to lines of credit' }];
}

type LoanAccountFacts = Pick<LoanState, 'accountId' | 'kind' | 'rate'>;

/** Builds the loan as our servicing continues it. */
export function loanFromLine(
  line: LoanLine,
  account: LoanAccountFacts,
  graceOver: { readonly today: Day; readonly graceDays: number },
): LoanState {
  const loan = withoutCharges(line, account);
  return { ...loan, lateChargeFor: line.late_charged_through ?? lateBefore(loan, graceOver) };
}

/**
 * Unless the file says otherwise, assumes that the former system charged every installment past its grace period, so
 * nothing is charged twice.
 */
function lateBefore(
  loan: LoanState,
  { today, graceDays }: { readonly today: Day; readonly graceDays: number },
): Day | null {
  let newest: Day | null = null;
  for (let dueOn = loan.nextDueOn; dueOn !== null && daysBetween(dueOn, today) > graceDays;) {
    newest = dueOn;
    dueOn = dueDayAfter(loan, dueOn);
  }
  return newest;
}

function withoutCharges(line: LoanLine, account: LoanAccountFacts): LoanState {
  return {
    ...account,
    billingFrequency: line.billing_frequency,
    installmentCents: line.installment,
    formerSchedules: [],
    formerTerms: [],
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
    lateChargeFor: null,
    chargedOffOn: null,
    loanType: line.loan_type,
  };
}

/** Returns the figures from before the import; missing ones stay unknown. */
export function openingFromLine(line: LoanLine, accountId: number, beganOn: Day): NewOpening {
  return {
    account_id: accountId,
    began_on: beganOn,
    interest_this_year_cents: line.interest_paid_this_year,
    interest_last_year_cents: line.interest_paid_last_year,
    fees_this_year_cents: line.fees_charged_this_year,
    paid_principal_cents: line.paid_principal,
    paid_interest_cents: line.paid_interest,
    paid_fees_cents: line.paid_fees,
    last_paid_on: line.last_payment_on,
    last_paid_cents: line.last_payment_amount,
  };
}
