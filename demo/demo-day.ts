import { addDays, daysBetween, type Day } from '#common/core/dates.ts';
import { allJobs } from '#server/all-jobs.ts';
import type { Job } from '#server/platform/jobs/job.ts';
import { createMovableClock, isMovable } from '#server/platform/clock.ts';
import { shortenWaits } from '#server/payments/settlement/unsettled-payments.queries.ts';
import { moveClock } from '#server/institution/operating-state.queries.ts';
import type { Services } from '#server/services.ts';

/** An upper limit for a demonstration. */
const MAX_DAYS = 1_100;

/**
 * Moves the demonstration's clock to a later day and runs the jobs of every day in between, in order. Can be
 * interrupted and continued.
 * Returns the number of days; undefined for a past or too distant day.
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
  const movedClock = isMovable(clock) ? clock : createMovableClock(clock, institution.timeZone);
  const start = clock.now().toZonedDateTimeISO(institution.timeZone);
  // The same time of day, so a day has 23 or 25 hours when daylight saving time begins or ends.
  const secondsTo = (passed: number) => start.until(start.add({ days: passed })).total('seconds');
  for (let passed = 1; passed <= days; passed += 1) {
    const step = secondsTo(passed) - secondsTo(passed - 1);
    await moveClock(database, step);
    movedClock.moveAhead(step);
    await shortenWaits(database, step);
    for (const job of jobs) await job.run({ ...services, clock: movedClock }, stopping);
    report(addDays(today, passed));
  }
  return days;
}
