import type { PayoffHold } from './payment-types.ts';

/** Why a loan can't be quoted or paid off online (M 8); a lock outranks a dispute. */
export function payoffHoldOf(loan: {
  readonly lockedForPayoff: boolean;
  readonly inDispute: boolean;
}): PayoffHold | null {
  if (loan.lockedForPayoff) return 'LockedForPayoff';
  return loan.inDispute ? 'InDispute' : null;
}
