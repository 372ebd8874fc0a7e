import { addDays, type Day } from '../../core/dates.ts';
import { addCents, type Cents, minCents } from '../../core/money.ts';
import type { PayableKind } from '#common/accounts/rules/account.ts';
import { nextRecurringDay, type Recurrence } from './recurring-dates.ts';
import type { BillingFrequency } from './payment-types.ts';
import { installmentsAYear, paymentsAYear } from './times-a-year.ts';

export interface MaturingLoan {
  readonly kind: PayableKind;
  /** Null for a line of credit and for a loan without an agreed maturity. */
  readonly maturityOn: Day | null;
  readonly dueOn: Day | null;
  readonly installmentCents: Cents;
  readonly billingFrequency: BillingFrequency;
  readonly payoffCents: Cents;
}

export interface RecurringPlan {
  readonly recurrence: Recurrence;
  readonly amountCents: Cents;
}

/** A last payment above twice the regular one is a balloon payment (12 CFR 1026.18(s)(5)(i)). */
const MAX_INSTALLMENTS_AT_ONCE = 2;

/**
 * Returns `rest` if this run is the last installment and takes what is left, `balloon` if that would be a balloon
 * payment the customer didn't authorize, `none` if it isn't the last one.
 * @param runOn the scheduled day
 * @param loan before this day's payment
 */
export function lastInstallment(loan: MaturingLoan, plan: RecurringPlan, runOn: Day): 'none' | 'rest' | 'balloon' {
  const { maturityOn, dueOn } = loan;
  if (loan.kind === 'lineOfCredit' || maturityOn === null || dueOn === null) return 'none';
  if (!paysForLast(plan.recurrence, runOn, dueOn, maturityOn) || !carriesLoan(loan, plan)) return 'none';
  return loan.payoffCents <= loan.installmentCents * MAX_INSTALLMENTS_AT_ONCE ? 'rest' : 'balloon';
}

/** The agreed amount; for the last installment the rest, up to the announced amount. */
export function amountOfRun(loan: MaturingLoan, plan: RecurringPlan, runOn: Day, announcedCents: Cents | null): Cents {
  const { payoffCents } = loan;
  if (payoffCents <= plan.amountCents) return payoffCents;
  if (announcedCents === null || lastInstallment(loan, plan, runOn) !== 'rest') return plan.amountCents;
  return minCents(payoffCents, announcedCents);
}

/**
 * Returns what to announce when a run differs from the agreed amount: the rest that pays the loan off, or a balloon
 * payment of which only the agreed amount is drawn.
 */
export function announcementOfRun(
  loan: MaturingLoan,
  plan: RecurringPlan & { readonly additionalPrincipalCents: Cents },
  runOn: Day,
): 'rest' | 'balloon' | undefined {
  const agreedCents = addCents(plan.amountCents, plan.additionalPrincipalCents);
  const kind = lastInstallment(loan, plan, runOn);
  const isLess = loan.kind === 'loan' && loan.payoffCents < agreedCents;
  if (loan.payoffCents <= 0 || loan.payoffCents === agreedCents || (kind === 'none' && !isLess)) return undefined;
  return kind === 'balloon' ? 'balloon' : 'rest';
}

/** The run for the last due day; for other schedules, the last run up to maturity and every later one. */
function paysForLast(recurrence: Recurrence, runOn: Day, dueOn: Day, maturityOn: Day): boolean {
  if (recurrence.option === 'DaysBeforeDue') return addDays(runOn, recurrence.daysBeforeDue) >= maturityOn;
  if (dueOn < maturityOn) return false;
  const following = nextRecurringDay(recurrence, runOn, []);
  return following === undefined || following > maturityOn;
}

/**
 * Returns whether the payments cover the installments. A customer who draws only a part and pays the rest another way
 * didn't authorize drawing all of the last one.
 */
function carriesLoan(loan: MaturingLoan, { recurrence, amountCents }: RecurringPlan): boolean {
  const billedAYear = loan.installmentCents * installmentsAYear(loan.billingFrequency);
  const drawnAYear = amountCents * paymentsAYear(recurrence.option, loan.billingFrequency);
  return drawnAYear * 100 >= billedAYear * LEAST_PERCENT_COVERED;
}

/** Not 100: a year isn't a whole number of weeks, and amounts are whole cents. */
const LEAST_PERCENT_COVERED = 98;
