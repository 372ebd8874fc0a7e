import { addDays, type Day, daysBetween } from '#common/core/dates.ts';
import { addCents, type Cents, minCents, subtractCents, ZERO } from '#common/core/money.ts';
import type { ServicingRules } from '#common/institution/institution.ts';
import { installmentOn, installmentsThrough } from '#common/accounts/rules/agreed-terms.ts';
import { countDueDays, dueDayAfter, dueDayBefore } from '#common/accounts/rules/billing-schedule.ts';
import { interestDue } from '#common/accounts/rules/interest.ts';
import {
  lateChargeFor,
  type LateChargePolicy,
  lateChargePolicyOf,
  type NextLateCharge,
} from '#common/accounts/rules/late-charge.ts';
import { payoffOn } from './payoff.ts';
import { feesOf, type LoanState } from './loan-state.ts';

/**
 * Returns the amount due as of a day: all unpaid installments that are due, or the upcoming one if none is, plus all
 * fees, up to the payoff. From the final installment on, it is the payoff itself. Of a charged-off loan, no installment
 * is due anymore.
 */
export function amountDue(loan: LoanState, asOf: Day): Cents {
  if (loan.chargedOffOn !== null) return ZERO;
  const payoff = payoffOn(loan, asOf);
  if (loan.nextDueOn === null) return minCents(payoff, feesOf(loan));
  if (isFinal(loan, lastBilled(loan, loan.nextDueOn, asOf))) return payoff;
  return minCents(payoff, addCents(installmentsDue(loan, loan.nextDueOn, asOf), feesOf(loan)));
}

/** Returns the due day of the oldest unpaid installment; null when nothing is owed, and for a charged-off loan. */
export function dueOn(loan: LoanState): Day | null {
  if (loan.chargedOffOn !== null) return null;
  const owesNothing = payoffOn(loan, loan.accruedThrough) === 0;
  return owesNothing ? null : loan.nextDueOn;
}

/** How many due days ahead a payment on the due date can be set up. */
const DUE_DAYS_AHEAD = 6;

/** Lists the next due days from a day on, starting no earlier than the oldest unpaid installment. */
export function upcomingDueDays(loan: LoanState, asOf: Day): Day[] {
  let next = dueOn(loan);
  if (next === null) return [];
  while (next < asOf) next = dueDayAfter(loan, next);
  const days = [next];
  while (days.length < DUE_DAYS_AHEAD) {
    next = dueDayAfter(loan, next);
    days.push(next);
  }
  return days;
}

/** Counts remaining installments, unpaid ones included; null without a maturity day. */
export function paymentsLeft(loan: LoanState): number | null {
  if (loan.kind === 'lineOfCredit' || loan.maturityOn === null) return null;
  const next = dueOn(loan);
  return next === null ? 0 : Math.max(1, countDueDays(loan, next, loan.maturityOn));
}

export interface Standing {
  readonly daysLate: number;
  /** The grace period of the oldest unpaid installment is over. */
  readonly pastDue: boolean;
  readonly delinquent: boolean;
}

export function standingOf(loan: LoanState, asOf: Day, rules: ServicingRules): Standing {
  const policy = lateChargePolicyOf(rules, loan.loanType);
  const oldest = dueOn(loan);
  const isLate = oldest !== null && shortageThrough(loan, asOf) >= Math.max(1, policy.leastShortageCents);
  const daysLate = isLate ? Math.max(0, daysBetween(oldest, asOf)) : 0;
  return {
    daysLate,
    pastDue: daysLate > policy.graceDays,
    delinquent: daysLate > rules.delinquentAfterDays,
  };
}

/** Returns the unpaid part of all installments due by a day, without fees; at most the balance. */
export function shortageThrough(loan: LoanState, asOf: Day): Cents {
  if (loan.nextDueOn === null) return ZERO;
  const due = countDueDays(loan, loan.nextDueOn, asOf);
  if (due === 0) return ZERO;
  const owedCents = addCents(loan.principalCents, interestDue(loan, asOf));
  if (loan.maturityOn !== null && asOf >= loan.maturityOn) return owedCents;
  return minCents(owedCents, subtractCents(installmentsThrough(loan, loan.nextDueOn, asOf), loan.partialPaidCents));
}

/** Yields installments past their grace period without a late-charge decision, oldest first, up to the last one. */
export function* lateInstallments(loan: LoanState, on: Day, { graceDays }: LateChargePolicy): Generator<Day> {
  let dueDay = firstUndecided(loan);
  if (dueDay === undefined) return;
  for (; daysBetween(dueDay, on) > graceDays; dueDay = dueDayAfter(loan, dueDay)) {
    yield dueDay;
    if (isFinal(loan, dueDay)) return;
  }
}

/** Returns the next late charge if nothing more is paid. Skips installments too small to be charged. */
export function nextLateCharge(loan: LoanState, rules: ServicingRules): NextLateCharge | 'none' {
  const policy = lateChargePolicyOf(rules, loan.loanType);
  let dueDay = dueOn(loan) === null ? undefined : firstUndecided(loan);
  for (let tried = 0; dueDay !== undefined && tried < 2; tried += 1) {
    const payBy = addDays(dueDay, policy.graceDays);
    const chargedOn = addDays(payBy, 1);
    if (loan.maturityOn !== null && chargedOn > loan.maturityOn && !policy.afterMaturity) return 'none';
    const chargeCents = lateChargeFor(policy, unpaidOf(loan, dueDay, chargedOn));
    if (chargeCents > 0) return { payBy, chargeCents };
    dueDay = isFinal(loan, dueDay) ? undefined : dueDayAfter(loan, dueDay);
  }
  return 'none';
}

/** Returns the oldest installment without a late-charge decision; undefined if all have one. */
function firstUndecided(loan: LoanState): Day | undefined {
  const { nextDueOn, lateChargeFor: decided } = loan;
  if (nextDueOn === null || (decided !== null && isFinal(loan, decided))) return undefined;
  return decided === null || decided < nextDueOn ? nextDueOn : dueDayAfter(loan, decided);
}

/** Returns the unpaid part of a due installment; for the last one, everything owed. */
export function unpaidOf(loan: LoanState, dueDay: Day, on: Day): Cents {
  const owedCents = addCents(loan.principalCents, interestDue(loan, on));
  const paidCents = dueDay === loan.nextDueOn ? loan.partialPaidCents : ZERO;
  return isFinal(loan, dueDay) ? owedCents : minCents(owedCents, subtractCents(installmentOn(loan, dueDay), paidCents));
}

export interface Satisfaction {
  readonly nextDueOn: Day | null;
  readonly partialPaidCents: Cents;
  readonly completed: number;
  readonly countedCents: Cents;
}

/**
 * Applies money to installments, oldest first, up to the upcoming one; the rest moves no due day. The final installment
 * isn't satisfied by its amount: only the payoff ends the loan.
 */
export function satisfyInstallments(loan: LoanState, amountCents: Cents, effectiveOn: Day): Satisfaction {
  let { nextDueOn, partialPaidCents } = loan;
  let rest = amountCents;
  let completed = 0;
  while (nextDueOn !== null) {
    const missing = subtractCents(installmentOn(loan, nextDueOn), partialPaidCents);
    if (rest < missing || isFinal(loan, nextDueOn)) {
      return { nextDueOn, partialPaidCents: addCents(partialPaidCents, rest), completed, countedCents: amountCents };
    }
    const wasUpcoming = nextDueOn > effectiveOn;
    rest = subtractCents(rest, missing);
    partialPaidCents = ZERO;
    nextDueOn = dueDayAfter(loan, nextDueOn);
    completed += 1;
    if (wasUpcoming) break;
  }
  return { nextDueOn, partialPaidCents, completed, countedCents: subtractCents(amountCents, rest) };
}

/** Reverses {@link satisfyInstallments}. A loan that is not billed stays so. */
export function unsatisfyInstallments(
  loan: LoanState,
  countedCents: Cents,
): Pick<LoanState, 'nextDueOn' | 'partialPaidCents'> {
  let { nextDueOn } = loan;
  if (nextDueOn === null) return { nextDueOn, partialPaidCents: loan.partialPaidCents };
  let partialPaidCents = subtractCents(loan.partialPaidCents, countedCents);
  while (partialPaidCents < 0) {
    nextDueOn = dueDayBefore(loan, nextDueOn);
    partialPaidCents = addCents(partialPaidCents, installmentOn(loan, nextDueOn));
  }
  return { nextDueOn, partialPaidCents };
}

/** Returns the due day of the newest installment billed by a day; the upcoming one if none is due yet. */
function lastBilled(loan: LoanState, nextDueOn: Day, asOf: Day): Day {
  let billed = nextDueOn;
  for (let next = dueDayAfter(loan, billed); next <= asOf; next = dueDayAfter(loan, next)) billed = next;
  return billed;
}

/** At least the next installment: before its day, and when that day is off the schedule, as an import may bring. */
function installmentsDue(loan: LoanState, nextDueOn: Day, asOf: Day): Cents {
  const billedCents = installmentsThrough(loan, nextDueOn, asOf);
  return subtractCents(billedCents > 0 ? billedCents : installmentOn(loan, nextDueOn), loan.partialPaidCents);
}

/** Returns whether an installment is the last one, which takes what is owed, whatever its amount. */
export function isFinal(loan: Pick<LoanState, 'maturityOn'>, installmentOn: Day): boolean {
  return loan.maturityOn !== null && installmentOn >= loan.maturityOn;
}
