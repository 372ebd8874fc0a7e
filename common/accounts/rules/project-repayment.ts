import { addMonths, type Day, laterDay } from '../../core/dates.ts';
import { addCents, type Cents, maxCents, minCents, subtractCents, takeUpTo, ZERO } from '../../core/money.ts';
import { type AgreedInstallment, installmentOn } from './agreed-terms.ts';
import { type BillingSchedule, dueDayAfter } from './billing-schedule.ts';
import { accrueThrough, type Accruing, interestDue, movePrincipal, numeratorOf } from './interest.ts';

/** The current state and terms of a loan, the inputs of its projection. */
export interface RepaymentPlan extends BillingSchedule, Accruing, AgreedInstallment {
  /** The due date of the oldest unpaid installment; null if none is due. */
  readonly nextDueOn: Day | null;
  /** Already paid toward the next installment. */
  readonly partialPaidCents: Cents;
  /** Its installment pays the whole balance; null for a line of credit. */
  readonly maturityOn: Day | null;
}

/** A loan repaid as planned, from today on. */
export interface Projection {
  /** Principal after each payment; the first point is today's. */
  readonly points: readonly ProjectedPoint[];
  /** Null if the payments never pay off the loan. */
  readonly paidOffOn: Day | null;
  /** All interest paid from today on, including what has accrued by then. */
  readonly interestCents: Cents;
}

export interface ProjectedPoint {
  readonly on: Day;
  readonly principalCents: Cents;
}

/** Fifty years of weekly payments; beyond that, the loan counts as never paid off. */
const MAX_PAYMENTS = 2_600;

/**
 * Projects a loan whose installments are paid on their due days, missed ones today, with an extra amount toward
 * principal in each month's first payment. Counts and rounds interest as the books do, so the projection is exact to
 * the cent.
 */
export function projectRepayment(plan: RepaymentPlan, today: Day, extraMonthlyCents: Cents = ZERO): Projection {
  const points: ProjectedPoint[] = [{ on: today, principalCents: plan.principalCents }];
  let loan: Accruing = plan;
  let interestCents = ZERO;
  let dueOn = plan.nextDueOn;
  let paidCents = plan.partialPaidCents;
  let monthOfExtra = '';

  for (let count = 0; dueOn !== null && count < MAX_PAYMENTS; count += 1) {
    const paidOn = laterDay(dueOn, today);
    const owed = interestDue(loan, paidOn);
    const payoff = addCents(loan.principalCents, owed);
    if (payoff === 0) break;
    const isFinal = plan.maturityOn !== null && dueOn >= plan.maturityOn;
    const amount = isFinal ? payoff : minCents(payoff, subtractCents(installmentOn(plan, dueOn), paidCents));
    const month = paidOn.slice(0, 7);
    const extra = month === monthOfExtra ? ZERO : extraMonthlyCents;
    monthOfExtra = month;

    const interest = takeUpTo(amount, owed);
    const principal = takeUpTo(addCents(subtractCents(amount, interest), extra), loan.principalCents);
    loan = pay(loan, { principal, interest, paidOn });
    interestCents = addCents(interestCents, interest);
    points.push({ on: paidOn, principalCents: loan.principalCents });
    if (loan.principalCents === 0 && interestDue(loan, paidOn) === 0) {
      return { points, paidOffOn: paidOn, interestCents };
    }
    dueOn = dueDayAfter(plan, dueOn);
    paidCents = ZERO;
  }
  return { points, paidOffOn: loan.principalCents === 0 ? today : null, interestCents };
}

interface Paid {
  readonly principal: Cents;
  readonly interest: Cents;
  readonly paidOn: Day;
}

function pay(loan: Accruing, { principal, interest, paidOn }: Paid): Accruing {
  const moved = movePrincipal(accrueThrough(loan, paidOn), subtractCents(ZERO, principal), paidOn);
  return { ...moved, accruedNumerator: moved.accruedNumerator - numeratorOf(interest) };
}

/**
 * How much sooner and cheaper an extra amount pays off a loan. `monthsSooner` counts whole months; it is 0 if the
 * scheduled payments never pay off the loan.
 */
export interface ExtraEffect {
  readonly paidOffOn: Day;
  readonly interestSavedCents: Cents;
  readonly monthsSooner: number;
}

/** Returns undefined if even the extra amount doesn't pay off the loan. */
export function compareProjections(scheduled: Projection, withExtra: Projection): ExtraEffect | undefined {
  if (withExtra.paidOffOn === null) return undefined;
  return {
    paidOffOn: withExtra.paidOffOn,
    interestSavedCents: maxCents(ZERO, subtractCents(scheduled.interestCents, withExtra.interestCents)),
    monthsSooner: scheduled.paidOffOn === null ? 0 : wholeMonthsBetween(withExtra.paidOffOn, scheduled.paidOffOn),
  };
}

function wholeMonthsBetween(from: Day, to: Day): number {
  let months =
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));
  while (months > 0 && addMonths(from, months) > to) months -= 1;
  return Math.max(0, months);
}
