/** Why no installments of a loan can be deferred. */
export const deferralObstacles = ['NoInstallments', 'NothingOwed', 'LoanClosed', 'LoanHeld'] as const;

export type DeferralObstacle = (typeof deferralObstacles)[number];

/** More at once is a new agreement. */
export const MAX_DEFERRED_AT_ONCE = 12;

const PREFIX = 'deferral-';

/** Returns the id of deferred installments in the books. */
export function paymentIdOfDeferral(changeId: string): string {
  return `${PREFIX}${changeId}`;
}

export function isDeferral(paymentId: string | null): boolean {
  return paymentId?.startsWith(PREFIX) ?? false;
}
