/** The chart of accounts, as in migrations 0002 and 0044. */
export const ledger = {
  cash: 1010,
  cardClearing: 1020,
  achClearing: 1030,
  loanPrincipal: 1110,
  lateCharges: 1120,
  otherFees: 1130,
  deposits: 2010,
  overpayments: 2020,
  openingBalances: 3010,
  balanceUpdates: 3020,
  interestIncome: 4010,
  lateChargeIncome: 4020,
  otherFeeIncome: 4030,
  processingFeeIncome: 4040,
  depositInterest: 5010,
} as const;

export type LedgerCode = (typeof ledger)[keyof typeof ledger];
