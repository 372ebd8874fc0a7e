/** Holds that staff can place on a loan and lift again. */
export const loanHolds = [
  'inDispute',
  'lockedForPayoff',
  'noOnlinePayments',
  'onlyImmediatePayments',
  'noBankPayments',
  'noCardPayments',
  'noRecurringPayments',
  'historyBlocked',
] as const;

export type LoanHold = (typeof loanHolds)[number];

/** Returns holds in their order, each once, so that two lists can be compared. */
export function inOrder(holds: readonly LoanHold[]): LoanHold[] {
  return loanHolds.filter((hold) => holds.includes(hold));
}
