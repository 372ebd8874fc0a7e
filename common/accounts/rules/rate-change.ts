/** Why the rate of a loan can't change. */
export const rateObstacles = [
  'NothingOwed',
  'LoanClosed',
  'SameRate',
  'RateInThePast',
  'RateTooFarAhead',
  'PostedLater',
  'RateChangesLater',
  'NoNewPayment',
] as const;

export type RateObstacle = (typeof rateObstacles)[number];

/** Why an agreed change of the rate can't be withdrawn. */
export type WithdrawalObstacle =
  /** No change is agreed, or its first day has come. */
  'NoRateAhead' | 'LoanClosed' | 'PostedLater';

export const MAX_DAYS_AHEAD = 90;

/** A new payment amount is due first so long after the customer was told of it. */
export const PAYMENT_NOTICE_DAYS = 30;

const PREFIX = 'rate-';

/** Returns the id of a changed rate in the books. */
export function paymentIdOfRate(changeId: string): string {
  return `${PREFIX}${changeId}`;
}

export function isRateChange(paymentId: string | null): boolean {
  return paymentId?.startsWith(PREFIX) ?? false;
}
