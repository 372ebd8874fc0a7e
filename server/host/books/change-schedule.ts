import { type Day, dayInMonth } from '#common/core/dates.ts';
import {
  agreedDueDay,
  countDueDays,
  dueDayLater,
  type FormerSchedule,
} from '#common/accounts/rules/billing-schedule.ts';
import type { DeferralObstacle } from '#common/accounts/rules/deferral.ts';
import type { DueDayObstacle } from '#common/accounts/rules/due-day.ts';
import { dueOn } from './installments.ts';
import type { LoanState } from './loan-state.ts';

/** Shown in the history. Their transfers move nothing, and mark where statements go back over the change. */
export const DUE_DATE_CHANGED = 'Due date changed';
export const PAYMENTS_DEFERRED = 'Payments deferred';

export function isScheduleChange(description: string): boolean {
  return description === DUE_DATE_CHANGED || description === PAYMENTS_DEFERRED;
}

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
  const { nextDueOn: insteadOf } = loan;
  if (insteadOf === null) return loan;
  const sameMonth = dayInMonth(insteadOf, 0, dueDay);
  const from = sameMonth >= insteadOf ? sameMonth : dayInMonth(insteadOf, 1, dueDay);
  return movedTo(loan, dueDay, { from, insteadOf });
}

/** Returns why no installments of a loan can be deferred; undefined if they can. */
export function whyNotDeferred(
  loan: LoanState,
): Extract<DeferralObstacle, 'NoInstallments' | 'NothingOwed'> | undefined {
  if (loan.kind !== 'loan') return 'NoInstallments';
  return dueOn(loan) === null ? 'NothingOwed' : undefined;
}

/** Moves the oldest unpaid installment, and all later ones with it, by some installments. Their number stays. */
export function deferInstallments(loan: LoanState, installments: number, on: Day): LoanState {
  const { nextDueOn: insteadOf } = loan;
  if (insteadOf === null) return loan;
  const from = dueDayLater(loan, insteadOf, installments);
  return movedTo(loan, loan.dueDay, { from, insteadOf, deferred: { installments, on } });
}

/** Counts the installments that were deferred in the year up to a day. */
export function deferredInYear({ formerSchedules }: Pick<LoanState, 'formerSchedules'>, on: Day): number {
  const yearAgo = dayInMonth(on, -12, Number(on.slice(8)));
  return formerSchedules.reduce(
    (sum, { deferred }) => (deferred && deferred.on > yearAgo ? sum + deferred.installments : sum),
    0,
  );
}

function movedTo(loan: LoanState, dueDay: number, move: Omit<FormerSchedule, 'dueDay' | 'maturityOn'>): LoanState {
  const { maturityOn } = loan;
  const former = { dueDay: loan.dueDay, maturityOn, ...move };
  const moved = { ...loan, dueDay, nextDueOn: move.from, formerSchedules: [...loan.formerSchedules, former] };
  const days = { was: move.insteadOf, is: move.from };
  const changed = { ...moved, ...decisionsMoved(loan, moved, days) };
  if (maturityOn === null) return changed;
  return {
    ...changed,
    maturityOn: dueDayLater(changed, move.from, periodsUntilLast(loan, move.insteadOf, maturityOn)),
  };
}

/**
 * A new amount of the installment goes on to start with the same installment, and an installment that was charged late
 * isn't charged again on its new day.
 */
function decisionsMoved(
  before: LoanState,
  after: LoanState,
  { was, is }: { readonly was: Day; readonly is: Day },
): Pick<LoanState, 'formerTerms' | 'lateChargeFor'> {
  const sameInstallment = (dueDay: Day) =>
    dueDay < was ? dueDay : dueDayLater(after, is, countDueDays(before, was, dueDay) - 1);
  const { formerTerms, lateChargeFor } = before;
  return {
    formerTerms: formerTerms.map((terms) => ({ ...terms, firstOn: sameInstallment(terms.firstOn) })),
    lateChargeFor: lateChargeFor === null ? null : sameInstallment(lateChargeFor),
  };
}

/** The last installment is the first one on or after the maturity day. */
function periodsUntilLast(loan: LoanState, from: Day, maturityOn: Day): number {
  if (maturityOn <= from) return 0;
  const periods = countDueDays(loan, from, maturityOn);
  return dueDayLater(loan, from, periods - 1) === maturityOn ? periods - 1 : periods;
}

/** The inverse of {@link changeDueDay} and {@link deferInstallments}. */
export function undoScheduleChange(loan: LoanState): LoanState {
  const former = loan.formerSchedules.at(-1);
  if (!former) return loan;
  const { dueDay, maturityOn, from, insteadOf } = former;
  const unmoved: LoanState = { ...loan, dueDay, maturityOn, formerSchedules: loan.formerSchedules.slice(0, -1) };
  const before: LoanState = { ...unmoved, ...decisionsMoved(loan, unmoved, { was: from, is: insteadOf }) };
  if (loan.nextDueOn === null || loan.nextDueOn < from) return before;
  return { ...before, nextDueOn: dueDayLater(before, insteadOf, countDueDays(loan, from, loan.nextDueOn) - 1) };
}
