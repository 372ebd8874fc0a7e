import { addDays, daysBetween, type Day } from '#common/core/dates.ts';
import { allJobs } from '#server/all-jobs.ts';
import type { Job } from '#server/platform/jobs/job.ts';
import { clockOf } from '#server/platform/clock.ts';
import { moveClock } from '#server/institution/operating-state.queries.ts';
import type { Services } from '#server/services.ts';

/** Nobody waits for more days than these. */
const MAX_DAYS = 1_100;

const SECONDS_PER_DAY = 86_400;

/**
 * Moves a demonstration to a later day at the same time of day, and runs what
 * every day in between would have run, in order. A run that is cut short goes on
 * from the day it had reached.
 * @returns the days that passed; nothing when the day has come already, or is too far away.
 */
export async function moveToDay(
  services: Services,
  day: Day,
  report: (day: Day) => void,
  jobs: readonly Job[] = allJobs,
): Promise<number | undefined> {
  const { clock, database, institution } = services;
  const today = clock.today();
  const days = daysBetween(today, day);
  if (days < 1 || days > MAX_DAYS) return undefined;
  const stopping = new AbortController().signal;
  for (let passed = 1; passed <= days; passed += 1) {
    await moveClock(database, SECONDS_PER_DAY);
    const movedClock = clockOf(() => clock.now().add({ hours: 24 * passed }), institution.timeZone);
    for (const job of jobs) await job.run({ ...services, clock: movedClock }, stopping);
    report(addDays(today, passed));
  }
  return days;
}
