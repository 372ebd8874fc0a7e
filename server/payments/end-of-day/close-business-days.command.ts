import type { Day } from '#common/core/dates.ts';
import { ZERO } from '#common/core/money.ts';
import { addBusinessDays, isBusinessDay, isPastCutoff, nextBusinessDay } from '#common/core/business-days.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { runHostTasks } from '#server/host-tasks/run-host-tasks.command.ts';
import type { Services } from '#server/services.ts';
import { countUntried } from './due-payments.queries.ts';
import type { DayStep } from '../payment-tables.ts';
import { selectExpected } from '#server/payments/schedules/recurring-payments.queries.ts';
import { runDuePayments } from './run-due-payments.command.ts';
import { settlePayments } from '#server/payments/settlement/settle-payments.command.ts';
import {
  beginBusinessDay,
  type BusinessDay,
  clearStepProblem,
  findBusinessDay,
  findFirstOpen,
  findLastClosed,
  lockBusinessDay,
  markCharged,
  noteStepProblem,
} from './business-days.queries.ts';
import { assertClockAgrees, assertDaysLikely } from './check-clock.ts';
import { compareDay } from './compare-day.command.ts';
import { makeBankFile } from './make-bank-file.command.ts';
import { settleClearing } from './settle-clearing.command.ts';

/** How many loans the host charges for in one transaction. */
const LATE_LOANS_AT_ONCE = 500;

const CUT_SHORT = 'The process was stopped';
const EARLIER_DAY = 'Waits for the same step of an earlier day';
const EARLIER_STEP = 'Waits for the steps before it';

/** A step that does not get done says why, for the operator. */
type StepWork = () => Promise<string | undefined>;

/**
 * Ends every business day that is over and was not ended, the oldest first: what
 * is due is submitted, the bank file made, late charges assessed, and books, bank
 * and card processor compared. Each step is done once, whoever else is at it. A
 * step that fails is noted and tried again with the next run, and holds back only
 * what depends on it: no other step, and no other day's file.
 * @param catchUp ends more days at once than an ordinary pause leaves.
 * @returns the days that were ended.
 * @throws ClockRefused when the clock may be wrong; then nothing is done.
 */
export async function closeBusinessDays(
  services: Services,
  stopping: AbortSignal,
  { catchUp = false }: { readonly catchUp?: boolean } = {},
): Promise<BusinessDay[]> {
  const days = await listDaysToClose(services, catchUp);
  if (days.length === 0) return [];
  await settlePayments(services, stopping);
  await runHostTasks(services, stopping);
  const held: HeldBack = { charges: false, comparison: false };
  const closed: BusinessDay[] = [];
  for (const businessOn of days) {
    if (stopping.aborted) break;
    const day = await closeDay(services, businessOn, held, stopping);
    if (day) closed.push(day);
  }
  return closed;
}

/** Steps whose order over the days matters: a later day waits once an earlier one could not do it. */
interface HeldBack {
  charges: boolean;
  comparison: boolean;
}

/** From the oldest day that is open, or the day after the last one; a new institution begins with the newest. */
async function listDaysToClose(services: Services, catchUp: boolean): Promise<Day[]> {
  const { clock, institution, database } = services;
  await assertClockAgrees(services);
  const { calendar } = institution;
  const { today, wallTime } = clock.moment();
  const isOver = isBusinessDay(today, calendar) && isPastCutoff(wallTime, calendar.achCutoff);
  const through = isOver ? today : addBusinessDays(today, -1, calendar);
  const last = await findLastClosed(database);
  const first = (await findFirstOpen(database)) ?? (last ? nextBusinessDay(last.businessOn, calendar) : through);
  const days: Day[] = [];
  for (let next = first; next <= through; next = nextBusinessDay(next, calendar)) days.push(next);
  await assertDaysLikely(services, { days, last, catchUp });
  return days;
}

/** @returns the day when it was ended. */
async function closeDay(
  services: Services,
  businessOn: Day,
  held: HeldBack,
  stopping: AbortSignal,
): Promise<BusinessDay | undefined> {
  const { database } = services;
  await beginBusinessDay(database, businessOn);
  const attempt = (step: DayStep, work: StepWork) => attemptStep(services, businessOn, step, work);
  const submitted = await attempt('submission', () => submitDue(services, businessOn, stopping));
  const filed = await attempt('file', () => fileDrafts(services, businessOn));
  await attempt('settlement', () => settle(services, businessOn));
  const charged = await attempt('charges', async () => {
    if (!submitted) return EARLIER_STEP;
    return held.charges ? EARLIER_DAY : chargeLateFees(services, businessOn, stopping);
  });
  held.charges ||= !charged;
  const compared = await attempt('comparison', async () => {
    if (!submitted || !filed || !charged) return EARLIER_STEP;
    return held.comparison ? EARLIER_DAY : compare(services, businessOn);
  });
  held.comparison ||= !compared;
  return compared ? findBusinessDay(database, businessOn) : undefined;
}

/** @returns whether the step is done. A database that is away stops the run: nothing could be noted. */
async function attemptStep(services: Services, businessOn: Day, step: DayStep, work: StepWork): Promise<boolean> {
  let problem: string | undefined;
  try {
    problem = await work();
  } catch (error) {
    services.log.error({ err: error, businessOn, step }, 'a step of the end of a business day failed');
    problem = error instanceof Error ? error.message : String(error);
  }
  if (problem === undefined) {
    await clearStepProblem(services.database, businessOn, step);
    return true;
  }
  await noteStepProblem(services.database, businessOn, { step, problem, at: services.clock.now() });
  return false;
}

/** A payment that was tried and could not be submitted holds nothing back; one that nobody tried does. */
async function submitDue(services: Services, businessOn: Day, stopping: AbortSignal): Promise<string | undefined> {
  await runDuePayments(services, stopping, businessOn);
  if (stopping.aborted) return CUT_SHORT;
  const untried = await countUntried(services.database, businessOn);
  const count = untried.Card + untried.ACH;
  return count === 0 ? undefined : describeUntried(count);
}

/** Without the drafts of its day no file is made: they would leave a day late. */
async function fileDrafts(services: Services, businessOn: Day): Promise<string | undefined> {
  const day = await findBusinessDay(services.database, businessOn);
  const untried = await countUntried(services.database, businessOn);
  if (day?.filedAt == null && untried.ACH > 0) return describeUntried(untried.ACH);
  await makeBankFile(services, businessOn);
  return undefined;
}

function describeUntried(count: number): string {
  return `${count} due ${count === 1 ? 'payment is' : 'payments are'} not submitted yet: another process has them in hand, or the portal is closed for maintenance`;
}

async function chargeLateFees(services: Services, businessOn: Day, stopping: AbortSignal): Promise<string | undefined> {
  const day = await findBusinessDay(services.database, businessOn);
  if (day?.chargedAt != null) return undefined;
  const at = services.clock.now();
  for (let after: string | null = null; ;) {
    const late = await services.host.listLateLoans({ on: businessOn, after, limit: LATE_LOANS_AT_ONCE });
    const expected = await selectExpected(services.database, late.accountNumbers, businessOn);
    const loans = late.accountNumbers.map((accountNumber) => ({
      accountNumber,
      expectedCents: expected.get(accountNumber) ?? ZERO,
    }));
    if (stopping.aborted) return CUT_SHORT;
    if (loans.length > 0) await services.host.assessLateCharges({ on: businessOn, postedAt: at, loans });
    if (late.next === null) break;
    after = late.next;
  }
  // Of every run: one that was cut short, or another process, may have charged some of them.
  const lateCharges = await services.host.countLateCharges(businessOn);
  await inTransaction(services.database, async (transaction) => {
    const { chargedAt } = await lockBusinessDay(transaction, businessOn);
    if (chargedAt === null) await markCharged(transaction, businessOn, { lateCharges, at });
  });
  return undefined;
}

async function settle(services: Services, businessOn: Day): Promise<undefined> {
  await settleClearing(services, businessOn);
}

async function compare(services: Services, businessOn: Day): Promise<string | undefined> {
  const day = await findBusinessDay(services.database, businessOn);
  if (day && day.reconciledAt === null) await compareDay(services, day);
  return undefined;
}
