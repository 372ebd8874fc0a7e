import { type Day, daysBetween, laterDay } from '../../core/dates.ts';
import { addCents, type Cents, maxCents, roundToCents, ZERO } from '../../core/money.ts';
import type { RatePpm } from '../../core/rates.ts';

/**
 * Simple interest on the actual days of a 365-day year. Between postings it is a
 * whole numerator, cents × ppm × days; this many of them are one cent. It is
 * rounded only when interest is posted or quoted, and what rounding gave or took
 * stays in the numerator, so many small postings earn exactly what one earns.
 */
const NUMERATOR_PER_CENT = 365n * 1_000_000n;

/** What earns interest: a principal, its rate, and what was earned but not posted yet. */
export interface Accruing {
  readonly principalCents: Cents;
  readonly rate: RatePpm;
  /** The day through which `accruedNumerator` counts. */
  readonly accruedThrough: Day;
  readonly accruedNumerator: bigint;
}

/** The interest of one day, unrounded. */
function dailyNumerator(loan: Pick<Accruing, 'principalCents' | 'rate'>): bigint {
  return BigInt(loan.principalCents) * BigInt(loan.rate);
}

/** The loan with interest accrued through a day; a day already accrued through changes nothing. */
export function accrueThrough<Loan extends Accruing>(loan: Loan, on: Day): Loan {
  const days = Math.max(0, daysBetween(loan.accruedThrough, on));
  return {
    ...loan,
    accruedThrough: laterDay(loan.accruedThrough, on),
    accruedNumerator: loan.accruedNumerator + dailyNumerator(loan) * BigInt(days),
  };
}

/** Interest owed on a day, rounded as it would be posted then. */
export function interestDue(loan: Accruing, on: Day): Cents {
  return maxCents(ZERO, roundToCents(accrueThrough(loan, on).accruedNumerator, NUMERATOR_PER_CENT));
}

/** Interest of one more day at today's principal. */
export function perDiem(loan: Pick<Accruing, 'principalCents' | 'rate'>): Cents {
  return roundToCents(dailyNumerator(loan), NUMERATOR_PER_CENT);
}

/** Exact interest worth whole cents. */
export function numeratorOf(interestCents: Cents): bigint {
  return BigInt(interestCents) * NUMERATOR_PER_CENT;
}

/**
 * The loan after principal moved, with effect from a day that may lie before the
 * one accrued through: the interest of the days between follows the principal.
 */
export function movePrincipal<Loan extends Accruing>(loan: Loan, changeCents: Cents, effectiveOn: Day): Loan {
  const accrued = accrueThrough(loan, effectiveOn);
  const daysBack = BigInt(daysBetween(effectiveOn, accrued.accruedThrough));
  return {
    ...accrued,
    principalCents: addCents(accrued.principalCents, changeCents),
    accruedNumerator: accrued.accruedNumerator + BigInt(changeCents) * BigInt(loan.rate) * daysBack,
  };
}
