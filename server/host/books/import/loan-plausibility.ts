import { addDays, addMonths, type Day, dayOfMonth, daysBetween } from '#common/core/dates.ts';
import { addCents, type Cents, cents, formatCents, maxCents, roundToCents } from '#common/core/money.ts';
import type { RatePpm } from '#common/core/rates.ts';
import { isClosed } from '#common/accounts/rules/account.ts';
import { countDueDays, daysInPeriod, dueDayBefore, isDueDay } from '#common/accounts/rules/billing-schedule.ts';
import type { LoanState } from '../loan-state.ts';
import type { LineProblem } from '#server/platform/import/import-columns.ts';
import type { LoanLine } from './loan-lines.ts';

export interface LoanAccount {
  readonly kind: LoanState['kind'];
  readonly openedOn: Day;
  readonly rate: RatePpm;
  readonly holdCode: string;
}

/** The amount field of a bank entry has ten digits. */
const MAX_ENTRY_CENTS = cents(9_999_999_999);

type Finding = LineProblem | undefined;

/** Finds values that are impossible for any loan; the line is refused. */
export function impossibleOfLoan(line: LoanLine, account: LoanAccount): LineProblem[] {
  const { openedOn } = account;
  const beforeOpening = `is before the account was opened, ${openedOn}`;
  const { next_due_on: nextDueOn, maturity_on: maturityOn, late_charged_through: chargedThrough } = line;
  const { charged_off_on: chargedOffOn } = line;
  return found([
    when(isBefore(nextDueOn, openedOn), 'next_due_on', beforeOpening),
    when(
      nextDueOn !== null && maturityOn !== null && isAfterLast(line, nextDueOn, maturityOn),
      'next_due_on',
      `is after the last installment; the loan matures on ${maturityOn}`,
    ),
    when(
      maturityOn !== null && maturityOn <= openedOn,
      'maturity_on',
      `is not after the day the account was opened, ${openedOn}`,
    ),
    when(isBefore(line.interest_accrued_through, openedOn), 'interest_accrued_through', beforeOpening),
    when(
      line.accrued_interest > 0 && account.rate === 0 && chargedOffOn === null,
      'accrued_interest',
      'is owed on an account whose rate is zero',
    ),
    when(
      line.installment > MAX_ENTRY_CENTS,
      'installment',
      `is more than a bank draft can hold, ${formatCents(MAX_ENTRY_CENTS)}`,
    ),
    when(isBefore(chargedThrough, openedOn), 'late_charged_through', beforeOpening),
    when(
      chargedThrough !== null && nextDueOn !== null && !fallsOnDueDay(line, nextDueOn, chargedThrough),
      'late_charged_through',
      'is not a due day of the loan',
    ),
    when(isBefore(chargedOffOn, openedOn), 'charged_off_on', beforeOpening),
    when(isBefore(line.last_payment_on, openedOn), 'last_payment_on', beforeOpening),
    when(
      (line.last_payment_on === null) !== (line.last_payment_amount === null),
      line.last_payment_on === null ? 'last_payment_on' : 'last_payment_amount',
      'is required with the other column of the last payment',
    ),
    when(
      line.paid_interest !== null &&
        (line.interest_paid_this_year ?? 0) + (line.interest_paid_last_year ?? 0) > line.paid_interest,
      'paid_interest',
      'is less than the interest paid this year and last year',
    ),
  ]);
}

/** Finds suspicious values; the line is imported only if the operator accepts them. */
export function unlikelyOfLoan(line: LoanLine, account: LoanAccount, today: Day): LineProblem[] {
  const { kind, openedOn, holdCode } = account;
  const { next_due_on: nextDueOn, maturity_on: maturityOn, principal, original_amount: originalAmount } = line;
  const isLoan = kind === 'loan';
  const owes = principal > 0;
  // Nothing of it is due or earned anymore, however long ago that was.
  const isChargedOff = line.charged_off_on !== null;
  return found([
    nextDueOn === null || isChargedOff
      ? undefined
      : when(
          nextDueOn < addMonths(today, -12),
          'next_due_on',
          `is more than a year ago: ${countDueDays(scheduleOf(line, nextDueOn), nextDueOn, today)} installments are unpaid`,
        ),
    when(isAfter(nextDueOn, addMonths(today, 3)), 'next_due_on', 'is more than three months ahead'),
    when(isAfter(maturityOn, addMonths(openedOn, 600)), 'maturity_on', 'is fifty years after opening'),
    when(
      owes && !isChargedOff && isBefore(maturityOn, today),
      'maturity_on',
      'is past, and the loan still has a balance',
    ),
    when(isLoan && originalAmount > 0 && principal > originalAmount, 'principal', 'is more than was lent'),
    when(line.credit_limit !== null && principal > line.credit_limit, 'principal', 'is more than the credit limit'),
    when(
      isLoan && originalAmount > 0 && line.term_payments !== 1 && line.installment > originalAmount,
      'installment',
      'is more than was lent',
    ),
    when(
      isLoan && line.term_payments !== 1 && line.installment < interestOfPeriod(line, account.rate),
      'installment',
      'is less than the interest of one period',
    ),
    when(owes && line.late_charges > principal, 'late_charges', 'are more than the principal'),
    when(
      owes && !isChargedOff && isBefore(line.interest_accrued_through, addMonths(today, -12)),
      'interest_accrued_through',
      'is more than a year ago',
    ),
    when(
      // The former rate may no longer be in the file.
      line.accrued_interest > maxInterest(line, account) && (account.rate > 0 || !isChargedOff),
      'accrued_interest',
      'is more than the account can have earned since it was opened',
    ),
    when(
      line.paid_principal !== null &&
        isLoan &&
        originalAmount > 0 &&
        line.paid_principal + principal !== originalAmount,
      'paid_principal',
      'and the principal do not add up to what was lent',
    ),
    when(owes && isClosed({ comment: holdCode }), 'principal', 'is owed on an account that is closed'),
    when(
      line.charged_off_amount !== null &&
        addCents(principal, line.accrued_interest, line.late_charges, line.other_fees) > line.charged_off_amount,
      'charged_off_amount',
      'is less than is owed today, although a loan that is charged off earns no interest',
    ),
  ]);
}

/** A loan that the former system only calls charged off would be billed and collected here like any other. */
export function unlikelyOfStatus(line: LoanLine, status: string): LineProblem[] {
  const isCalledSo = /charge[ds]?[ -]?off/i.test(status);
  return found([
    when(
      isCalledSo && line.charged_off_on === null,
      'charged_off_on',
      `is empty, and the accounts file has the status ${status}: payments would be due and drawn`,
    ),
  ]);
}

/** Yearly rates above 36 percent are unlawful for many borrowers (10 U.S.C. 987, and most states). */
const HIGH_RATE = 360_000;

export function unlikelyOfAccount(
  line: { readonly rate: RatePpm; readonly opened_on: Day },
  today: Day,
): LineProblem[] {
  return found([
    when(line.rate > HIGH_RATE, 'rate', 'is more than 36 percent a year'),
    when(isBefore(line.opened_on, addMonths(today, -720)), 'opened_on', 'is more than sixty years ago'),
  ]);
}

function when(is: boolean, column: string, reason: string): Finding {
  return is ? { column, reason } : undefined;
}

function found(findings: readonly Finding[]): LineProblem[] {
  return findings.filter((finding) => finding !== undefined);
}

/** A day that the file leaves open lies neither before nor after another. */
function isBefore(date: Day | null, other: Day): boolean {
  return date !== null && date < other;
}

function isAfter(date: Day | null, other: Day): boolean {
  return date !== null && date > other;
}

function scheduleOf(line: LoanLine, nextDueOn: Day) {
  const dueDay = line.due_day ?? dayOfMonth(nextDueOn);
  return { billingFrequency: line.billing_frequency, dueDay };
}

/** The last installment is the first due day on or after maturity. */
function isAfterLast(line: LoanLine, nextDueOn: Day, maturityOn: Day): boolean {
  return dueDayBefore(scheduleOf(line, nextDueOn), nextDueOn) >= maturityOn;
}

function fallsOnDueDay(line: LoanLine, nextDueOn: Day, date: Day): boolean {
  const schedule = scheduleOf(line, nextDueOn);
  const isWeekly = schedule.billingFrequency === 'Weekly' || schedule.billingFrequency === 'TwoWeeks';
  if (isWeekly) return daysBetween(nextDueOn, date) % daysInPeriod[schedule.billingFrequency] === 0;
  return isDueDay(schedule, date);
}

function interestOver(principalCents: Cents, rate: RatePpm, days: number): Cents {
  return roundToCents(BigInt(principalCents) * BigInt(rate) * BigInt(days), 365n * 1_000_000n);
}

function interestOfPeriod(line: LoanLine, rate: RatePpm): Cents {
  return interestOver(line.principal, rate, daysInPeriod[line.billing_frequency]);
}

/** Computes interest on the original amount for the loan's whole life. */
function maxInterest(line: LoanLine, { openedOn, rate }: LoanAccount): Cents {
  const max = maxCents(line.principal, line.original_amount, line.credit_limit ?? line.principal);
  return interestOver(max, rate, Math.max(0, daysBetween(openedOn, addDays(line.interest_accrued_through, 1))));
}
