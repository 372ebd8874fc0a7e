import type { Transaction } from '#server/platform/db/database.ts';
import type { LoanRow } from './account-rows.ts';
import { selectLoanForUpdate } from './accounts.queries.ts';
import { type PostedOnBooks, selectCurrentPayment } from './loan-transfers.queries.ts';

export interface LockedPayment {
  readonly payment: PostedOnBooks;
  /** The loan the payment is on, locked. */
  readonly row: LoanRow;
}

/**
 * Locks the loan a payment is on now. While this waits for the lock, the payment may be applied again or moved, so it
 * is read again afterwards. Returns undefined if it was never posted to a loan.
 */
export async function lockCurrentPayment(
  transaction: Transaction,
  paymentId: string,
): Promise<LockedPayment | undefined> {
  let found = await selectCurrentPayment(transaction, paymentId);
  while (found) {
    const row = await selectLoanForUpdate(transaction, found.accountNumber);
    const payment = row && (await selectCurrentPayment(transaction, paymentId));
    if (!payment) return undefined;
    if (payment.accountNumber === row.account_number) return { payment, row };
    found = payment;
  }
  return undefined;
}
