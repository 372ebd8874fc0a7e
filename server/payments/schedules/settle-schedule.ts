import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { deleteDraftInstruction } from '#server/payments/authorizations/draft-instructions.queries.ts';
import { mailCustomer } from '#server/payments/mail-customer.ts';
import type { PaymentState } from '#server/payments/payment-tables.ts';
import type { Payment } from '#server/payments/payments.queries.ts';
import {
  appendRecurringEvent,
  listNewestStates,
  lockRecurring,
  updateRecurring,
} from './recurring-payments.queries.ts';
import { confirmationRequiredMail, failedMail, stoppedMail } from './schedule-mails.ts';

/** Consecutive failures after which a recurring payment ends. */
const MAX_FAILURES = 2;

/** Handles a failed payment: tells the customer, and ends its recurring payment after the second failure in a row. */
export async function settleSchedule(
  services: Services,
  transaction: Transaction,
  payment: Payment,
  at: Temporal.Instant,
): Promise<void> {
  if (payment.timing === 'immediate' || !isFailed(payment.state)) return;
  const stopped = await countFailure(services, transaction, payment, at);
  if (payment.state !== 'declined') return;
  const { institution, config } = services;
  const asksToConfirm = payment.declineReason === 'ConfirmationRequired';
  // That the recurring payment has ended doesn't say how to pay this one.
  if (stopped && !asksToConfirm) return;
  const mail = asksToConfirm
    ? confirmationRequiredMail(institution, payment, config.publicUrl)
    : failedMail(institution, payment);
  await mailCustomer(services, transaction, payment.customerId, mail, at);
}

function isFailed(state: PaymentState): boolean {
  return state === 'declined' || state === 'returned';
}

/**
 * Counts over the newest payments, since a draft's failure is known only days after it was posted.
 * Returns whether the recurring payment has ended.
 */
async function countFailure(
  services: Services,
  transaction: Transaction,
  { recurringId, occursOn, payOn }: Payment,
  at: Temporal.Instant,
): Promise<boolean> {
  if (recurringId === null || occursOn === null) return false;
  const recurring = await lockRecurring(transaction, recurringId);
  if (recurring?.state !== 'active') return false;
  await appendRecurringEvent(transaction, recurringId, { name: 'failed', on: occursOn, at });
  const newest = await listNewestStates(transaction, recurringId, MAX_FAILURES);
  if (newest.length < MAX_FAILURES || !newest.every(isFailed)) return false;
  await updateRecurring(transaction, recurringId, { state: 'stopped' }, { name: 'stopped', on: occursOn, at });
  await deleteDraftInstruction(transaction, recurringId);
  const mail = stoppedMail(services.institution, recurring, payOn);
  await mailCustomer(services, transaction, recurring.customerId, mail, at);
  return true;
}
