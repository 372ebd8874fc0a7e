import type { Cents } from '../../core/money.ts';

/** Days late in the steps of Metro 2: 0 is less than 30 days, 6 is 180 days and more. */
export const creditRatings = ['0', '1', '2', '3', '4', '5', '6'] as const;

export type CreditRating = (typeof creditRatings)[number];

const DAYS_OF_STEP = 30;

export function creditRatingOf(daysLate: number): CreditRating {
  const step = Math.min(Math.floor(Math.max(0, daysLate) / DAYS_OF_STEP), creditRatings.length - 1);
  return creditRatings[step] ?? '0';
}

/** Account Status of an open account, by its rating. */
export const statusOfRating = {
  '0': '11',
  '1': '71',
  '2': '78',
  '3': '80',
  '4': '82',
  '5': '83',
  '6': '84',
} as const satisfies Record<CreditRating, string>;

/** Charged off, and still owed. */
export const STATUS_CHARGED_OFF = '97';

/** Paid in full after a charge-off. */
export const STATUS_CHARGE_OFF_PAID = '64';

/** Paid in full, or closed with nothing owed. */
export const STATUS_PAID = '13';

/** The standing of a loan at the end of a month. */
export interface MonthStanding {
  readonly daysLate: number;
  readonly balanceCents: Cents;
  readonly isChargedOff?: boolean;
}

export const MONTHS_OF_HISTORY = 24;

/**
 * Returns the Payment History Profile: a character for each of the 24 months before the reported one, newest first.
 * `E` owes nothing, `L` is charged off, `B` is before the loan was on the books.
 * @param months newest first; null for months before the books began
 */
export function historyProfile(months: readonly (MonthStanding | null)[]): string {
  return Array.from({ length: MONTHS_OF_HISTORY }, (_month, index) => {
    const standing = months[index];
    if (!standing) return 'B';
    if (standing.balanceCents === 0) return 'E';
    return standing.isChargedOff === true ? 'L' : creditRatingOf(standing.daysLate);
  }).join('');
}
