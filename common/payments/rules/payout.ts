/** How an overpayment goes back to the customer. */
export const payoutMeans = ['check', 'wire'] as const;

export type PayoutMeans = (typeof payoutMeans)[number];

const PREFIX = 'payout-';

/** Returns the id of a payout in the books. */
export function paymentIdOfPayout(payoutId: string): string {
  return `${PREFIX}${payoutId}`;
}

export function isPayout(paymentId: string | null): boolean {
  return paymentId?.startsWith(PREFIX) ?? false;
}
