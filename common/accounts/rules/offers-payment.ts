import { type AccountSummary, isPayable } from './account.ts';

/** True if easy pay is on and there is a loan or line of credit (C-014, C-130). */
export function offersPayment(
  accounts: readonly Pick<AccountSummary, 'typeCode'>[],
  easyPayDisabled: boolean,
): boolean {
  return !easyPayDisabled && accounts.some(isPayable);
}
