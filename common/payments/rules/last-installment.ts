import { addDays, type Day } from '../../core/dates.ts';
import { addCents, type Cents, minCents } from '../../core/money.ts';
import type { PayableKind } from '#common/accounts/rules/account.ts';
import { nextRecurringDay, type RecurringRhythm } from './recurring-dates.ts';
import type { BillingFrequency, RecurringOption } from './payment-types.ts';

/** What of a loan decides whether a recurring payment takes its last installment. */
export interface MaturingLoan {
  readonly kind: PayableKind;
  /** Null for a line of credit, and for a loan without an agreed end. */
  readonly maturityOn: Day | null;
  readonly dueOn: Day | null;
  readonly installmentCents: Cents;
  readonly billingFrequency: BillingFrequency;
  readonly payoffCents: Cents;
}

export interface RecurringPlan {
  readonly rhythm: RecurringRhythm;
  readonly amountCents: Cents;
}

/** A last payment above twice the regular one is a balloon payment (12 CFR 1026.18(s)(5)(i)). */
const MOST_INSTALLMENTS_AT_ONCE = 2;

/**
 * What the payment for the last installment leaves open: whether this run of a
 * recurring payment takes whatever is left (`rest`), would have to take a balloon
 * payment that nobody agreed to be drawn (`balloon`), or is not the last one (`none`).
 * @param runOn the day of the rhythm
 * @param loan as it stands on that day before the payment
 */
export function lastInstallment(loan: MaturingLoan, plan: RecurringPlan, runOn: Day): 'none' | 'rest' | 'balloon' {
  const { maturityOn, dueOn } = loan;
  if (loan.kind === 'lineOfCredit' || maturityOn === null || dueOn === null) return 'none';
  if (!paysForLast(plan.rhythm, runOn, dueOn, maturityOn) || !carriesLoan(loan, plan)) return 'none';
  return loan.payoffCents <= loan.installmentCents * MOST_INSTALLMENTS_AT_ONCE ? 'rest' : 'balloon';
}

/** The agreed amount; for the last installment whatever is left, as far as it was announced. */
export function amountOfRun(loan: MaturingLoan, plan: RecurringPlan, runOn: Day, announcedCents: Cents | null): Cents {
  const { payoffCents } = loan;
  if (payoffCents <= plan.amountCents) return payoffCents;
  if (announcedCents === null || lastInstallment(loan, plan, runOn) !== 'rest') return plan.amountCents;
  return minCents(payoffCents, announcedCents);
}

/**
 * What is to be announced of a run because it is not the agreed amount: the rest that pays the
 * loan off, or a balloon payment of which only the agreed amount is drawn.
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

/** The one for the last due day; of a rhythm of its own, the last one up to maturity and every one after it. */
function paysForLast(rhythm: RecurringRhythm, runOn: Day, dueOn: Day, maturityOn: Day): boolean {
  if (rhythm.option === 'DaysBeforeDue') return addDays(runOn, rhythm.daysBeforeDue) >= maturityOn;
  if (dueOn < maturityOn) return false;
  const following = nextRecurringDay(rhythm, runOn, []);
  return following === undefined || following > maturityOn;
}

/**
 * Whether the payments add up to the installments. One who has a part drawn and
 * pays the rest another way did not agree to have all of the last one drawn.
 */
function carriesLoan(loan: MaturingLoan, { rhythm, amountCents }: RecurringPlan): boolean {
  const billedAYear = loan.installmentCents * periodsAYear[loan.billingFrequency];
  const drawnAYear = amountCents * runsAYear(rhythm.option, loan.billingFrequency);
  return drawnAYear * 100 >= billedAYear * LEAST_PERCENT_COVERED;
}

/** A year is not a whole number of weeks, and amounts are whole cents. */
const LEAST_PERCENT_COVERED = 98;

const periodsAYear: Readonly<Record<BillingFrequency, number>> = {
  Monthly: 12,
  SemiMonthly: 24,
  TwoWeeks: 26,
  Weekly: 52,
};

function runsAYear(option: RecurringOption, billingFrequency: BillingFrequency): number {
  switch (option) {
    case 'Weekly':
      return 52;
    case 'BiWeekly':
      return 26;
    case 'SemiMonthly':
      return 24;
    case 'DayOfMonth':
      return 12;
    case 'DaysBeforeDue':
      return periodsAYear[billingFrequency];
  }
}
