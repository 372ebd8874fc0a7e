import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';

/** Why a loan can't be charged off. */
export const chargeOffObstacles = [
  'ChargedOffAlready',
  'NothingOwed',
  'LoanClosed',
  /** Something on the loan counts from a later day already. */
  'PostedLater',
  /** A change of the rate is agreed for a later day. */
  'RateChangesLater',
] as const;

export type ChargeOffObstacle = (typeof chargeOffObstacles)[number];

/** Why a charge-off can't be reversed. */
export type ReversalObstacle = 'NotChargedOff' | 'PostedLater';

export interface ChargeOff {
  readonly on: Day;
  /** Principal, interest and charges that were owed then. */
  readonly amountCents: Cents;
}

const PREFIX = 'charge-off-';

/** Returns the id of a charge-off, or of its reversal, in the books. */
export function paymentIdOfChargeOff(changeId: string): string {
  return `${PREFIX}${changeId}`;
}

export function isChargeOff(paymentId: string | null): boolean {
  return paymentId?.startsWith(PREFIX) ?? false;
}
