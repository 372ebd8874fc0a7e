import { HostRefused } from '#server/host/host-errors.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { LoanRow } from './account-rows.ts';
import { selectLoanForUpdate } from './accounts.queries.ts';
import { selectPostedPayment } from './loan-transfers.queries.ts';

export function noLoan(accountNumber: string): HostRefused {
  return new HostRefused('NotALoan', `Account ${accountNumber} is not a loan.`);
}

/** Covers all customers and hidden loans. */
export async function lockLoan(transaction: Transaction, accountNumber: string): Promise<LoanRow> {
  const row = await selectLoanForUpdate(transaction, accountNumber);
  if (!row) throw noLoan(accountNumber);
  return row;
}

/** Locks a loan for what is posted once; returns undefined if it was posted before. */
export async function lockLoanOnce(
  transaction: Transaction,
  { accountNumber, paymentId }: { readonly accountNumber: string; readonly paymentId: string },
): Promise<LoanRow | undefined> {
  const row = await lockLoan(transaction, accountNumber);
  return (await selectPostedPayment(transaction, paymentId)) ? undefined : row;
}
