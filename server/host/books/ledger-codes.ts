/** The chart of accounts, as in migrations 0002, 0044 and 0070. */
export const ledger = {
  cash: 1010,
  cardClearing: 1020,
  achClearing: 1030,
  loanPrincipal: 1110,
  lateCharges: 1120,
  otherFees: 1130,
  /** Contra to the three before, for charged-off loans. */
  chargedOffLoans: 1190,
  deposits: 2010,
  overpayments: 2020,
  openingBalances: 3010,
  balanceUpdates: 3020,
  interestIncome: 4010,
  lateChargeIncome: 4020,
  otherFeeIncome: 4030,
  processingFeeIncome: 4040,
  recoveries: 4050,
  depositInterest: 5010,
  loanLosses: 5020,
} as const;

export type LedgerCode = (typeof ledger)[keyof typeof ledger];
