import { type Day, laterDay } from '../../core/dates.ts';
import { addCents, type Cents, maxCents, roundToCents, ZERO } from '../../core/money.ts';
import { type AgreedRate, rateOn, rateOver } from './agreed-terms.ts';

/**
 * Simple interest on actual days of a 365-day year. Between postings it is a whole numerator (cents × ppm × days); this
 * many are one cent. It is rounded only when posted or quoted, and the remainder stays in the numerator, so many small
 * postings earn exactly as much as one.
 */
const NUMERATOR_PER_CENT = 365n * 1_000_000n;

export interface Accruing extends AgreedRate {
  readonly principalCents: Cents;
  /** The day through which `accruedNumerator` counts. */
  readonly accruedThrough: Day;
  readonly accruedNumerator: bigint;
}

export function accrueThrough<Loan extends Accruing>(loan: Loan, on: Day): Loan {
  return {
    ...loan,
    accruedThrough: laterDay(loan.accruedThrough, on),
    accruedNumerator: loan.accruedNumerator + BigInt(loan.principalCents) * rateOver(loan, loan.accruedThrough, on),
  };
}

export function interestDue(loan: Accruing, on: Day): Cents {
  return maxCents(ZERO, roundToCents(accrueThrough(loan, on).accruedNumerator, NUMERATOR_PER_CENT));
}

/** Interest of one more day after `on`, at today's principal. */
export function perDiem(loan: Pick<Accruing, 'principalCents'> & AgreedRate, on: Day): Cents {
  return roundToCents(BigInt(loan.principalCents) * BigInt(rateOn(loan, on)), NUMERATOR_PER_CENT);
}

/** The exact numerator of whole cents of interest. */
export function numeratorOf(interestCents: Cents): bigint {
  return BigInt(interestCents) * NUMERATOR_PER_CENT;
}

export function movePrincipal<Loan extends Accruing>(loan: Loan, changeCents: Cents, effectiveOn: Day): Loan {
  const accrued = accrueThrough(loan, effectiveOn);
  return {
    ...accrued,
    principalCents: addCents(accrued.principalCents, changeCents),
    accruedNumerator:
      accrued.accruedNumerator + BigInt(changeCents) * rateOver(loan, effectiveOn, accrued.accruedThrough),
  };
}
