import type { PayoffHold } from './payment-types.ts';

/** Why a loan gives no payoff quote and takes no payoff online (M 8); a lock says more than a dispute. */
export function payoffHoldOf(loan: {
  readonly lockedForPayoff: boolean;
  readonly inDispute: boolean;
}): PayoffHold | null {
  if (loan.lockedForPayoff) return 'LockedForPayoff';
  return loan.inDispute ? 'InDispute' : null;
}
