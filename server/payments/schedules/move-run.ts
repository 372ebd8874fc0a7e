import { addDays, type Day } from '#common/core/dates.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { paymentSettings } from '#server/payments/read-payment-terms.ts';
import type { Services } from '#server/services.ts';
import { type Recurring, updateRecurring } from './recurring-payments.queries.ts';
import { type Run, runOf } from '#common/payments/rules/recurring-dates.ts';

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

/**
 * Requires the row lock. An announced total due stays announced, for the new day. A last payment is announced again,
 * because what pays the loan off is another amount by then.
 */
export async function moveRun(
  transaction: Transaction,
  recurring: Recurring,
  run: Run,
  at: Temporal.Instant,
): Promise<void> {
  const { recurringId, paysTotalDue, announcedFor, announcedCents, runOn } = recurring;
  const keeps = paysTotalDue && announcedFor === runOn;
  const announced = keeps ? ({ for: run.runOn, cents: announcedCents } as const) : 'anew';
  const change = { terms: { ...recurring, ...run }, announced } as const;
  await updateRecurring(transaction, recurringId, change, { name: 'edited', on: run.nextOn, at });
}

/** The days on which no installment is due anymore, and the first one on which one is due again. */
export interface DeferredDueDays {
  readonly deferred: readonly Day[];
  readonly from: Day;
}

export interface RunAfterDeferral {
  /** When it would have been drawn. */
  readonly skipped: readonly Day[];
  readonly run: Run;
}

/** Returns when a payment that follows the due date is drawn after a deferral; undefined for one that keeps its day. */
export function runAfterDeferral(
  services: Pick<Services, 'institution'>,
  { recurrence, nextOn }: Recurring,
  { deferred, from }: DeferredDueDays,
): RunAfterDeferral | undefined {
  if (recurrence.option !== 'DaysBeforeDue') return undefined;
  const paysFor = addDays(nextOn, recurrence.daysBeforeDue);
  if (paysFor >= from) return undefined;
  const runFor = (dueOn: Day) =>
    runOf(addDays(dueOn, -recurrence.daysBeforeDue), services.institution, paymentSettings(services));
  const skipped = deferred.filter((dueOn) => dueOn >= paysFor).map((dueOn) => runFor(dueOn).runOn);
  return { skipped, run: runFor(from) };
}

/** Requires the row lock. By the next due date another amount may be due, so it is announced again. */
export async function deferRun(
  transaction: Transaction,
  recurring: Recurring,
  run: Run,
  at: Temporal.Instant,
): Promise<void> {
  const change = { terms: { ...recurring, ...run }, announced: 'anew' } as const;
  await updateRecurring(transaction, recurring.recurringId, change, { name: 'edited', on: run.nextOn, at });
}
