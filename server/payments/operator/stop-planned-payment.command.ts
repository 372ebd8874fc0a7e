import { failure, type Result, success } from '#common/core/results.ts';
import { isUnderMaintenance } from '#server/institution/operating-state.queries.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { findPayment, hasUnsettledPayment } from '#server/payments/payments.queries.ts';
import { cancelRecurring, cancelScheduled } from '#server/payments/schedules/delete-planned-payment.command.ts';
import { findRecurring, lockRecurring } from '#server/payments/schedules/recurring-payments.queries.ts';
import { lockScheduledPayment } from '#server/payments/schedules/scheduled-payments.queries.ts';
import type { PaymentDecision } from '#server/payments/settlement/change-payment-state.command.ts';
import { lockAndRaiseGuard } from '#server/platform/db/change-guards.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';

/** `Maintenance`: the nightly run decides about planned payments; try again after it. */
export type StopObstacle = 'NotPlanned' | 'InProgress' | 'Maintenance';

/** Cancels a scheduled payment that was not submitted yet, and tells the customer. */
export async function stopScheduled(
  services: Services,
  transaction: Transaction,
  paymentId: string,
  decision: PaymentDecision,
): Promise<Result<void, StopObstacle>> {
  const known = await findPayment(transaction, paymentId);
  if (!known) return failure('NotPlanned');
  await lockAndRaiseGuard(transaction, accountSubject(known.accountNumber));
  if (await isUnderMaintenance(transaction)) return failure('Maintenance');
  const payment = await lockScheduledPayment(transaction, paymentId);
  if (payment?.state !== 'scheduled') return failure('NotPlanned');
  const by = { userId: payment.userId, decision };
  await cancelScheduled(services, transaction, by, payment, services.clock.moment());
  return success(undefined);
}

/** Ends a recurring payment, unless one of its payments is in progress, and tells the customer. */
export async function stopRecurring(
  services: Services,
  transaction: Transaction,
  recurringId: string,
  decision: PaymentDecision,
): Promise<Result<void, StopObstacle>> {
  const known = await findRecurring(transaction, recurringId);
  if (!known) return failure('NotPlanned');
  await lockAndRaiseGuard(transaction, accountSubject(known.accountNumber));
  if (await isUnderMaintenance(transaction)) return failure('Maintenance');
  if (await hasUnsettledPayment(transaction, known.accountNumber)) return failure('InProgress');
  const recurring = await lockRecurring(transaction, recurringId);
  if (recurring?.state !== 'active') return failure('NotPlanned');
  const by = { userId: recurring.userId, decision };
  await cancelRecurring(services, transaction, by, recurring, services.clock.moment());
  return success(undefined);
}
