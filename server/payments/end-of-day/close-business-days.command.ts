import { countOf } from '#common/core/counts.ts';
import type { Day } from '#common/core/dates.ts';
import {
  addBusinessDays,
  businessDayOnOrAfter,
  isBusinessDay,
  isPastCutoff,
  nextBusinessDay,
} from '#common/core/business-days.ts';
import { clockOf } from '#server/platform/clock.ts';
import { runHostTasks } from '#server/host-tasks/run-host-tasks.command.ts';
import type { Services } from '#server/services.ts';
import { countUntried } from './due-payments.queries.ts';
import type { DayStep } from '#server/payments/end-of-day/end-of-day-tables.ts';
import { runDuePayments } from './run-due-payments.command.ts';
import { settleInTurn, settlePayments } from '#server/payments/settlement/settle-payments.command.ts';
import {
  beginBusinessDay,
  type BusinessDay,
  clearStepProblem,
  findBeginning,
  findBusinessDay,
  findFirstOpen,
  findLastClosed,
  noteStepProblem,
} from './business-days.queries.ts';
import { listUnposted } from './bank-files.queries.ts';
import { chargeLateFees } from './charge-late-fees.command.ts';
import { assertClockAgrees, assertDaysLikely } from './check-clock.ts';
import { compareDay } from './compare-day.command.ts';
import { makeBankFile } from './make-bank-file.command.ts';
import { settleClearing } from './settle-clearing.command.ts';

const CUT_SHORT = 'The process was stopped';
const EARLIER_DAY = 'Waits for the same step of an earlier day';
const EARLIER_STEP = 'Waits for the steps before it';

/** Returns undefined when done, otherwise the reason for the operator. */
type StepWork = () => Promise<string | undefined>;

/**
 * Closes every past business day that is still open, oldest first: submits what is due, makes the bank file, assesses
 * late charges, and compares books, bank and card processor. Each step runs once across processes. A failed step is
 * recorded and retried with the next run; it delays only the steps that depend on it.
 * @param catchUp allows more days at once than a normal pause leaves
 * @returns the days that were closed
 * @throws ClockRefused when the clock may be wrong; nothing is done then
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

/** Steps that must run in day order: a later day waits if an earlier one failed. */
interface HeldBack {
  charges: boolean;
  comparison: boolean;
}

/** Starts from the oldest open day, or the day after the last one; a new institution starts with its first day. */
async function listDaysToClose(services: Services, catchUp: boolean): Promise<Day[]> {
  const { clock, institution, database } = services;
  await assertClockAgrees(services);
  const { calendar } = institution;
  const { today, wallTime } = clock.moment();
  const isOver = isBusinessDay(today, calendar) && isPastCutoff(wallTime, calendar.achCutoff);
  const through = isOver ? today : addBusinessDays(today, -1, calendar);
  const last = await findLastClosed(database);
  const next = last && nextBusinessDay(last.businessOn, calendar);
  const first = (await findFirstOpen(database)) ?? next ?? (await findFirstDay(services));
  if (first === undefined) return [];
  const days: Day[] = [];
  for (let on = first; on <= through; on = nextBusinessDay(on, calendar)) days.push(on);
  await assertDaysLikely(services, { days, last, catchUp });
  return days;
}

/** Days before the first import or user are left out: they have no loans to charge and no payments to compare. */
async function findFirstDay({ institution, database }: Services): Promise<Day | undefined> {
  const beganAt = await findBeginning(database);
  if (beganAt === undefined) return undefined;
  const { calendar, timeZone } = institution;
  const { today, wallTime } = clockOf(() => beganAt, timeZone).moment();
  return isPastCutoff(wallTime, calendar.achCutoff)
    ? nextBusinessDay(today, calendar)
    : businessDayOnOrAfter(today, calendar);
}

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
  const filed = await attempt('file', () => fileDrafts(services, businessOn, stopping));
  await attempt('settlement', () => settle(services, businessOn));
  const charged = await attempt('charges', async () => {
    if (!submitted) return EARLIER_STEP;
    return held.charges ? EARLIER_DAY : charge(services, businessOn, stopping);
  });
  held.charges ||= !charged;
  const compared = await attempt('comparison', async () => {
    if (!submitted || !filed || !charged) return EARLIER_STEP;
    return held.comparison ? EARLIER_DAY : compare(services, businessOn);
  });
  held.comparison ||= !compared;
  return compared ? findBusinessDay(database, businessOn) : undefined;
}

/** Returns whether the step is done. A database error ends the run, because it couldn't be recorded. */
async function attemptStep(services: Services, businessOn: Day, step: DayStep, work: StepWork): Promise<boolean> {
  let problem: string | undefined;
  try {
    problem = await work();
  } catch (error) {
    services.log.error({ err: error, businessOn, step }, 'a step of the business day failed');
    problem = error instanceof Error ? error.message : String(error);
  }
  if (problem === undefined) {
    await clearStepProblem(services.database, businessOn, step);
    return true;
  }
  await noteStepProblem(services.database, businessOn, { step, problem, at: services.clock.now() });
  return false;
}

/** A payment that was tried and failed doesn't block the step; one that wasn't tried does. */
async function submitDue(services: Services, businessOn: Day, stopping: AbortSignal): Promise<string | undefined> {
  await runDuePayments(services, stopping, businessOn);
  if (stopping.aborted) return CUT_SHORT;
  const untried = await countUntried(services.database, businessOn);
  const count = untried.Card + untried.ACH;
  return count === 0 ? undefined : describeUntried(count);
}

/**
 * Waits until all the day's drafts are submitted; a draft missing from the file would leave a day late. Posts those of
 * a process that died in between; one that can't be posted waits for the next file.
 */
async function fileDrafts(services: Services, businessOn: Day, stopping: AbortSignal): Promise<string | undefined> {
  const day = await findBusinessDay(services.database, businessOn);
  const untried = await countUntried(services.database, businessOn);
  if (day?.filedAt == null) {
    if (untried.ACH > 0) return describeUntried(untried.ACH);
    await settleInTurn(services, await listUnposted(services.database, businessOn), stopping);
    if (stopping.aborted) return CUT_SHORT;
  }
  await makeBankFile(services, businessOn);
  return undefined;
}

function describeUntried(count: number): string {
  return `${countOf(count, 'due payment is', 'due payments are')} not submitted yet: another process has them in hand, or the portal is closed for maintenance`;
}

async function charge(services: Services, businessOn: Day, stopping: AbortSignal): Promise<string | undefined> {
  return (await chargeLateFees(services, businessOn, stopping)) ? undefined : CUT_SHORT;
}

async function settle(services: Services, businessOn: Day): Promise<undefined> {
  await settleClearing(services, businessOn);
}

async function compare(services: Services, businessOn: Day): Promise<string | undefined> {
  const day = await findBusinessDay(services.database, businessOn);
  if (day && day.reconciledAt === null) await compareDay(services, day);
  return undefined;
}
