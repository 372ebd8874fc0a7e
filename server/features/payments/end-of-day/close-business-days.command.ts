import type { Day } from '#common/core/dates.ts';
import { addBusinessDays, isBusinessDay, isPastCutoff, nextBusinessDay } from '#common/rules/dates/business-days.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { selectExpected } from '../recurring-payments.queries.ts';
import { runDuePayments } from '../run-due-payments.command.ts';
import { settlePayments } from '../settle-payments.command.ts';
import {
  beginBusinessDay,
  type BusinessDay,
  findBusinessDay,
  findLastClosed,
  lockBusinessDay,
  markCharged,
} from './business-days.queries.ts';
import { compareDay } from './compare-day.command.ts';
import { makeBankFile } from './make-bank-file.command.ts';

/**
 * Ends every business day that is over and was not ended, the oldest first: the
 * bank file is made, late charges are assessed, and books, bank and card processor
 * are compared. Each step is done once, whoever else is at it, and a run that is
 * cut short goes on with the step it had reached.
 * @returns the days that were ended.
 */
export async function closeBusinessDays(services: Services, stopping: AbortSignal): Promise<BusinessDay[]> {
  const days = await listDaysToClose(services);
  if (days.length === 0) return [];
  // Whatever is due, or of unknown outcome, belongs to the day before it is compared.
  await runDuePayments(services, stopping);
  await settlePayments(services, stopping);
  const closed: BusinessDay[] = [];
  for (const businessOn of days) {
    if (stopping.aborted) break;
    const day = await closeDay(services, businessOn, stopping);
    if (day) closed.push(day);
  }
  return closed;
}

/** From the day after the last one that was ended; a new institution begins with the newest. */
async function listDaysToClose({ clock, institution, database }: Services): Promise<Day[]> {
  const { calendar } = institution;
  const { today, wallTime } = clock.moment();
  const isOver = isBusinessDay(today, calendar) && isPastCutoff(wallTime, calendar.achCutoff);
  const through = isOver ? today : addBusinessDays(today, -1, calendar);
  const last = await findLastClosed(database);
  const days: Day[] = [];
  for (let next = last ? nextBusinessDay(last.businessOn, calendar) : through; next <= through;) {
    days.push(next);
    next = nextBusinessDay(next, calendar);
  }
  return days;
}

async function closeDay(services: Services, businessOn: Day, stopping: AbortSignal): Promise<BusinessDay | undefined> {
  await beginBusinessDay(services.database, businessOn);
  await makeBankFile(services, businessOn);
  if (!(await chargeLateFees(services, businessOn, stopping))) return undefined;
  const day = await findBusinessDay(services.database, businessOn);
  if (day) await compareDay(services, day);
  return findBusinessDay(services.database, businessOn);
}

/** @returns false when it was cut short; then the next run goes on. */
async function chargeLateFees(services: Services, businessOn: Day, stopping: AbortSignal): Promise<boolean> {
  const day = await findBusinessDay(services.database, businessOn);
  if (!day || day.chargedAt !== null) return day !== undefined;
  const at = services.clock.now();
  await services.host.assessLateCharges(
    {
      on: businessOn,
      postedAt: at,
      expectedPayments: (transaction, accountNumbers) => selectExpected(transaction, accountNumbers, businessOn),
    },
    stopping,
  );
  if (stopping.aborted) return false;
  await inTransaction(services.database, async (transaction) => {
    const { chargedAt } = await lockBusinessDay(transaction, businessOn);
    if (chargedAt !== null) return;
    // Of every run: one that was cut short, or another process, may have charged some of them.
    const lateCharges = await services.host.countLateCharges(businessOn, transaction);
    await markCharged(transaction, businessOn, { lateCharges, at });
  });
  return true;
}
