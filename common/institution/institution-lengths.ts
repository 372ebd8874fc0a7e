/**
 * Lengths that an institution sets, by the names they have on the wire (A 3): of login
 * names and passwords at least, and how many digits each part of an account number has.
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
