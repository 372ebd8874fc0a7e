import { accountSubject } from '#server/host-tasks/host-task.ts';
import type { Payment } from '#server/payments/payments.queries.ts';
import { lockGuard } from '#server/platform/db/change-guards.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { findPlace, type PlaceOfPayment } from './payment-moves.queries.ts';

/**
 * Locks the loan a payment was made for and the one it counts on, in the order in which a move locks them.
 * Returns the one it counts on.
 */
export async function lockLoansOf(transaction: Transaction, payment: Payment): Promise<PlaceOfPayment> {
  const place = await findPlace(transaction, payment);
  for (const accountNumber of new Set([payment.accountNumber, place.accountNumber].toSorted())) {
    await lockGuard(transaction, accountSubject(accountNumber));
  }
  return place;
}
