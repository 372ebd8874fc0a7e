/** How a payout reaches the customer. `bank`: as a credit in the bank file. */
export const payoutMeans = ['check', 'wire', 'bank'] as const;

export type PayoutMeans = (typeof payoutMeans)[number];

/** An overpayment that goes back, or a draw on a line of credit. */
export type PayoutPurpose = 'overpayment' | 'draw';

/** Sent by staff, who record the number of the check or wire. */
export const sentMeans = ['check', 'wire'] as const;

export type SentMeans = (typeof sentMeans)[number];

/** `waiting`: the payout isn't on the books yet. `collected`: it is, and the credit leaves with the next bank file. */
export const creditStates = ['waiting', 'collected', 'held', 'filed', 'cancelled'] as const;

export type CreditState = (typeof creditStates)[number];

const PREFIX = 'payout-';

/** Returns the id of a payout in the books. */
export function paymentIdOfPayout(payoutId: string): string {
  return `${PREFIX}${payoutId}`;
}

export function isPayout(paymentId: string | null): boolean {
  return paymentId?.startsWith(PREFIX) ?? false;
}
