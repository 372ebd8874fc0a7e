import { addDays, type Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { RatePpm } from '#common/core/rates.ts';
import { countDueDays, dueDayAfter } from '#common/accounts/rules/billing-schedule.ts';
import { levelInstallment } from '#common/accounts/rules/level-installment.ts';
import { projectRepayment } from '#common/accounts/rules/project-repayment.ts';
import { MAX_DAYS_AHEAD, PAYMENT_NOTICE_DAYS, type RateObstacle } from '#common/accounts/rules/rate-change.ts';
import { dueOn } from './installments.ts';
import type { LoanState } from './loan-state.ts';

/** Shown in the history. Its transfer moves nothing, and marks where statements go back over the change. */
export const RATE_CHANGED = 'Interest rate changed';

/** Reverses a transfer of {@link RATE_CHANGED}, which then counts as never made. */
export const RATE_WITHDRAWN = 'Change of interest rate withdrawn';

export interface NewRate {
  readonly rate: RatePpm;
  /** The first day that earns interest at the new rate. */
  readonly from: Day;
  /** Compute a new installment for the remaining term. */
  readonly newPayment: boolean;
}

/** Returns why the rate of a loan can't change; undefined if it can. */
export function whyRateStays(
  loan: LoanState,
  { rate, from, newPayment }: NewRate,
  today: Day,
): RateObstacle | undefined {
  if (dueOn(loan) === null) return 'NothingOwed';
  if (rate === loan.rate) return 'SameRate';
  // Interest of days that are over was shown, paid and stated.
  if (from < today) return 'RateInThePast';
  if (from > addDays(today, MAX_DAYS_AHEAD)) return 'RateTooFarAhead';
  if (from < loan.accruedThrough) return 'PostedLater';
  if (loan.formerTerms.some(({ until }) => until >= from)) return 'RateChangesLater';
  if (!newPayment) return undefined;
  const isPaidOffBefore = () => changeRate(loan, { rate, from, newPayment }, today).installmentCents === 0;
  return paymentsAfterNotice(loan, from, today) === 0 || isPaidOffBefore() ? 'NoNewPayment' : undefined;
}

/** The inverse is {@link undoTermsChange}. */
export function changeRate(loan: LoanState, { rate, from, newPayment }: NewRate, today: Day): LoanState {
  const { installmentCents, formerTerms } = loan;
  const firstOn = firstAfterNotice(loan, from, today);
  if (firstOn === undefined) return loan;
  const former = { rate: loan.rate, until: from, installmentCents, firstOn };
  const changed = { ...loan, rate, formerTerms: [...formerTerms, former] };
  return newPayment ? { ...changed, installmentCents: newInstallment(changed, firstOn, today) } : changed;
}

/** Returns why the newest change of the rate stays; undefined if it can be withdrawn. */
export function whyRateChangeStays(loan: LoanState, today: Day): 'NoRateAhead' | 'PostedLater' | undefined {
  const former = loan.formerTerms.at(-1);
  if (!former || former.until <= today) return 'NoRateAhead';
  return loan.accruedThrough > former.until ? 'PostedLater' : undefined;
}

export function undoTermsChange(loan: LoanState): LoanState {
  const former = loan.formerTerms.at(-1);
  if (!former) return loan;
  const { rate, installmentCents } = former;
  return { ...loan, rate, installmentCents, formerTerms: loan.formerTerms.slice(0, -1) };
}

/**
 * Returns the first installment of a new amount: after the rate changed, after the oldest unpaid one, of which a part
 * may be paid, and late enough that no draft of another amount was announced.
 */
function firstAfterNotice(loan: LoanState, from: Day, today: Day): Day | undefined {
  if (loan.nextDueOn === null) return undefined;
  const noticed = addDays(today, PAYMENT_NOTICE_DAYS);
  const formerFirst = loan.formerTerms.at(-1)?.firstOn ?? noticed;
  let first = dueDayAfter(loan, loan.nextDueOn);
  while (first <= from || first < noticed || first < formerFirst) first = dueDayAfter(loan, first);
  return first;
}

/** Only a loan with a maturity gets a new installment. */
function paymentsAfterNotice(loan: LoanState, from: Day, today: Day): number {
  const firstOn = firstAfterNotice(loan, from, today);
  return loan.kind !== 'loan' || firstOn === undefined ? 0 : paymentsFrom(loan, firstOn);
}

function paymentsFrom(loan: LoanState, firstOn: Day): number {
  return loan.maturityOn === null ? 0 : countDueDays(loan, firstOn, loan.maturityOn);
}

/** Pays off, in equal parts, what is left when all installments before were paid on their days. */
function newInstallment(changed: LoanState, firstOn: Day, today: Day): Cents {
  const { billingFrequency, rate } = changed;
  const before = projectRepayment(changed, today).points.findLast(({ on }) => on < firstOn);
  const amountCents = before?.principalCents ?? changed.principalCents;
  return levelInstallment({
    amountCents,
    rate,
    billingFrequency,
    periods: Math.max(1, paymentsFrom(changed, firstOn)),
  });
}
