import { type Day, formatDay } from '#common/core/dates.ts';
import { PlainError } from '#server/platform/plain-error.ts';
import type { Services } from '#server/services.ts';
import { type BusinessDay, listBegunDays, readDatabaseTime } from './business-days.queries.ts';

/** Clocks of machines that are kept in time differ by seconds. */
const MAX_CLOCK_DIFFERENCE_MINUTES = 5;

/** A long weekend with a holiday has fewer; more at once are ended only when an operator says so. */
const MAX_NEW_DAYS = 3;

/** The end of a day cannot be undone: a clock that may be wrong ends none. */
class ClockRefused extends PlainError {
  override readonly name = 'ClockRefused';
}

/** @throws ClockRefused when the clock of this machine is not that of the database. */
export async function assertClockAgrees({ clock, database }: Services): Promise<void> {
  if (clock.source !== 'machine') return;
  const theirs = await readDatabaseTime(database);
  const apart = theirs.until(clock.now(), { largestUnit: 'minutes', smallestUnit: 'minutes' }).minutes;
  if (Math.abs(apart) <= MAX_CLOCK_DIFFERENCE_MINUTES) return;
  throw new ClockRefused(
    `The clock of this machine is ${Math.abs(apart)} minutes ${apart > 0 ? 'ahead of' : 'behind'} that of the database. No business day was ended; set the clock first.`,
  );
}

export interface DaysInQuestion {
  readonly days: readonly Day[];
  readonly last: BusinessDay | undefined;
  readonly catchUp: boolean;
}

/** @throws ClockRefused when the clock fits neither the last day that was ended nor an ordinary pause. */
export async function assertDaysLikely(
  { clock, institution, database }: Services,
  { days, last, catchUp }: DaysInQuestion,
): Promise<void> {
  // Nobody sits before a demonstration to decide; its clock is moved on purpose.
  if (clock.source !== 'machine' || institution.demonstration) return;
  const today = clock.today();
  if (last && today < last.businessOn) {
    throw new ClockRefused(
      `The clock says ${formatDay(today)}, and ${formatDay(last.businessOn)} has been ended already. Set the clock first.`,
    );
  }
  if (catchUp || days.length === 0) return;
  const begun = await listBegunDays(database, days);
  const fresh = days.filter((day) => !begun.includes(day));
  const [first] = fresh;
  if (first === undefined || fresh.length <= MAX_NEW_DAYS) return;
  throw new ClockRefused(
    `${fresh.length} business days from ${formatDay(first)} on were not ended. If the clock is right (${formatDay(today)}), end them with: passbook end-of-day --catch-up --by NAME`,
  );
}
