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
import { failedMail, stoppedMail } from './schedule-mails.ts';

/** A recurring payment ends when its payments fail this often in a row. */
const MOST_FAILURES = 2;

/**
 * What the failure of a payment means for what it came from: a recurring one ends
 * after the second in a row; the customer is told.
 */
export async function settleSchedule(
  services: Services,
  transaction: Transaction,
  payment: Payment,
  at: Temporal.Instant,
): Promise<void> {
  if (payment.timing === 'immediate' || !isFailed(payment.state)) return;
  const stopped = await countFailure(services, transaction, payment, at);
  if (payment.state !== 'declined' || stopped) return;
  const mail = failedMail(services.institution, payment);
  await mailCustomer(services, transaction, payment.customerId, mail, at);
}

function isFailed(state: PaymentState): boolean {
  return state === 'declined' || state === 'returned';
}

/**
 * A draft is known to have failed only days after it was posted, so failures are
 * counted over the newest payments and not as they come.
 * @returns whether the recurring payment has ended with it.
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
  const newest = await listNewestStates(transaction, recurringId, MOST_FAILURES);
  if (newest.length < MOST_FAILURES || !newest.every(isFailed)) return false;
  await updateRecurring(transaction, recurringId, { state: 'stopped' }, { name: 'stopped', on: occursOn, at });
  await deleteDraftInstruction(transaction, recurringId);
  const mail = stoppedMail(services.institution, recurring, payOn);
  await mailCustomer(services, transaction, recurring.customerId, mail, at);
  return true;
}
