import { accountSubject } from '#server/host-tasks/host-task.ts';
import type { PaymentDecision } from '#server/payments/settlement/change-payment-state.command.ts';
import { lockAndRaiseGuard } from '#server/platform/db/change-guards.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { cancelRecurring, cancelScheduled } from './delete-planned-payment.command.ts';
import { lockActiveRecurring } from './recurring-payments.queries.ts';
import { lockScheduledPayments } from './scheduled-payments.queries.ts';

/** Ends every scheduled and recurring payment of a loan, and tells the customer. Safe to repeat. */
export async function endPlannedPayments(
  services: Services,
  transaction: Transaction,
  accountNumber: string,
  decision: PaymentDecision,
): Promise<void> {
  const moment = services.clock.moment();
  await lockAndRaiseGuard(transaction, accountSubject(accountNumber));
  for (const payment of await lockScheduledPayments(transaction, accountNumber)) {
    await cancelScheduled(services, transaction, { userId: payment.userId, decision }, payment, moment);
  }
  const recurring = await lockActiveRecurring(transaction, accountNumber);
  if (!recurring) return;
  await cancelRecurring(services, transaction, { userId: recurring.userId, decision }, recurring, moment);
}
