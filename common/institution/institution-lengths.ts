/**
 * Lengths an institution sets, under their wire names (A 3): minimums of username and password, and the digits of each
 * part of an account number.
 */
export const defaultLengths = {
  PasswordMinimumLength: 8,
  UserNameMinimumLength: 8,
  LoanAccountLength: 0,
  LoanCheckDigitLength: 0,
  LoanOfficeLength: 0,
  DepositAccountLength: 0,
  DepositCheckDigitLength: 0,
  DepositOfficeLength: 0,
} as const;

export type InstitutionLengths = Readonly<Record<keyof typeof defaultLengths, number>>;
