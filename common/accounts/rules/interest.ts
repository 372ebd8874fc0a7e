import { type Day, daysBetween, laterDay } from '../../core/dates.ts';
import { addCents, type Cents, maxCents, roundToCents, ZERO } from '../../core/money.ts';
import type { RatePpm } from '../../core/rates.ts';

/**
 * Simple interest on actual days of a 365-day year. Between postings it is a whole numerator (cents × ppm × days); this
 * many are one cent. It is rounded only when posted or quoted, and the remainder stays in the numerator, so many small
 * postings earn exactly as much as one.
 */
const NUMERATOR_PER_CENT = 365n * 1_000_000n;

export interface Accruing {
  readonly principalCents: Cents;
  readonly rate: RatePpm;
  /** The day through which `accruedNumerator` counts. */
  readonly accruedThrough: Day;
  readonly accruedNumerator: bigint;
}

/** Unrounded interest of one day. */
function dailyNumerator(loan: Pick<Accruing, 'principalCents' | 'rate'>): bigint {
  return BigInt(loan.principalCents) * BigInt(loan.rate);
}

export function accrueThrough<Loan extends Accruing>(loan: Loan, on: Day): Loan {
  const days = Math.max(0, daysBetween(loan.accruedThrough, on));
  return {
    ...loan,
    accruedThrough: laterDay(loan.accruedThrough, on),
    accruedNumerator: loan.accruedNumerator + dailyNumerator(loan) * BigInt(days),
  };
}

export function interestDue(loan: Accruing, on: Day): Cents {
  return maxCents(ZERO, roundToCents(accrueThrough(loan, on).accruedNumerator, NUMERATOR_PER_CENT));
}

/** Interest of one more day at today's principal. */
export function perDiem(loan: Pick<Accruing, 'principalCents' | 'rate'>): Cents {
  return roundToCents(dailyNumerator(loan), NUMERATOR_PER_CENT);
}

/** The exact numerator of whole cents of interest. */
export function numeratorOf(interestCents: Cents): bigint {
  return BigInt(interestCents) * NUMERATOR_PER_CENT;
}

export function movePrincipal<Loan extends Accruing>(loan: Loan, changeCents: Cents, effectiveOn: Day): Loan {
  const accrued = accrueThrough(loan, effectiveOn);
  const daysBack = BigInt(daysBetween(effectiveOn, accrued.accruedThrough));
  return {
    ...accrued,
    principalCents: addCents(accrued.principalCents, changeCents),
    accruedNumerator: accrued.accruedNumerator + BigInt(changeCents) * BigInt(loan.rate) * daysBack,
  };
}
