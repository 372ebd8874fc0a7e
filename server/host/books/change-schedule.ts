import { type Day, dayInMonth } from '#common/core/dates.ts';
import { agreedDueDay, countDueDays, dueDayLater, isDueDay } from '#common/accounts/rules/billing-schedule.ts';
import type { DueDayObstacle } from '#common/accounts/rules/due-day.ts';
import { dueOn } from './installments.ts';
import type { LoanState } from './loan-state.ts';

/** Shown in the history. Its transfer moves nothing, and marks where statements go back over the change. */
export const DUE_DATE_CHANGED = 'Due date changed';

/** Returns why the due day of a loan can't change; undefined if it can. */
export function whyDueDayStays(loan: LoanState, dueDay: number, today: Day): DueDayObstacle | undefined {
  if (loan.kind !== 'loan' || loan.billingFrequency !== 'Monthly') return 'NotMonthly';
  const next = dueOn(loan);
  if (next === null) return 'NothingOwed';
  // An installment that is due stays due, with its late charge.
  if (next <= today) return 'InstallmentDue';
  return dueDay === agreedDueDay(loan, next) ? 'SameDueDay' : undefined;
}

/**
 * Moves the oldest unpaid installment to the first such day on or after its own, and all later ones with it. The number
 * of installments stays, so the last one moves too.
 */
export function changeDueDay(loan: LoanState, dueDay: number): LoanState {
  const { nextDueOn: insteadOf, maturityOn, formerSchedules } = loan;
  if (insteadOf === null) return loan;
  const sameMonth = dayInMonth(insteadOf, 0, dueDay);
  const from = sameMonth >= insteadOf ? sameMonth : dayInMonth(insteadOf, 1, dueDay);
  const former = { dueDay: loan.dueDay, maturityOn, from, insteadOf };
  const changed: LoanState = { ...loan, dueDay, nextDueOn: from, formerSchedules: [...formerSchedules, former] };
  if (maturityOn === null) return changed;
  return { ...changed, maturityOn: dueDayLater(changed, from, periodsUntilLast(loan, insteadOf, maturityOn)) };
}

/** The last installment is the first one on or after the maturity day. */
function periodsUntilLast(loan: LoanState, from: Day, maturityOn: Day): number {
  if (maturityOn <= from) return 0;
  const periods = countDueDays(loan, from, maturityOn);
  return isDueDay(loan, maturityOn) ? periods - 1 : periods;
}

/** The inverse of {@link changeDueDay}. */
export function undoScheduleChange(loan: LoanState): LoanState {
  const former = loan.formerSchedules.at(-1);
  if (!former) return loan;
  const { dueDay, maturityOn, from, insteadOf } = former;
  const before: LoanState = { ...loan, dueDay, maturityOn, formerSchedules: loan.formerSchedules.slice(0, -1) };
  if (loan.nextDueOn === null || loan.nextDueOn < from) return before;
  return { ...before, nextDueOn: dueDayLater(before, insteadOf, countDueDays(loan, from, loan.nextDueOn) - 1) };
}
