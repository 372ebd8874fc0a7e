import { addDays, type Day } from '#common/core/dates.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { paymentSettings } from '#server/payments/payment-terms.ts';
import type { Services } from '#server/services.ts';
import { type Recurring, updateRecurring } from './recurring-payments.queries.ts';
import { type Run, runOf } from './recurring-terms.ts';

/** The due days of a loan before and after they move, in the same order. */
export interface MovedDueDays {
  readonly before: readonly Day[];
  readonly after: readonly Day[];
}

/**
 * Returns when a payment that follows the due date is drawn once the due date has moved. Undefined for one that keeps
 * its day, as every other recurring payment does.
 */
export function runAfterMove(
  services: Pick<Services, 'institution'>,
  { recurrence, nextOn }: Recurring,
  { before, after }: MovedDueDays,
): Run | undefined {
  if (recurrence.option !== 'DaysBeforeDue') return undefined;
  const dueOn = after[before.indexOf(addDays(nextOn, recurrence.daysBeforeDue))];
  if (dueOn === undefined) return undefined;
  return runOf(addDays(dueOn, -recurrence.daysBeforeDue), services.institution, paymentSettings(services));
}

/** Requires the row lock. An announced amount stays announced, for the new day. */
export async function moveRun(
  transaction: Transaction,
  recurring: Recurring,
  run: Run,
  at: Temporal.Instant,
): Promise<void> {
  const { recurringId, announcedFor, announcedCents, runOn } = recurring;
  const announced = announcedFor === runOn ? { announced: { for: run.runOn, cents: announcedCents } } : {};
  const change = { terms: { ...recurring, ...run }, ...announced };
  await updateRecurring(transaction, recurringId, change, { name: 'edited', on: run.nextOn, at });
}
