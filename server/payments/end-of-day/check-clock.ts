import { type Day, formatDay } from '#common/core/dates.ts';
import { PlainError } from '#server/platform/plain-error.ts';
import type { Services } from '#server/services.ts';
import { type BusinessDay, listBegunDays, readDatabaseTime } from './business-days.queries.ts';

/** Synchronized clocks differ by seconds. */
const MAX_CLOCK_DIFFERENCE_MINUTES = 5;

/** More than a long weekend with a holiday needs an operator's approval. */
const MAX_NEW_DAYS = 3;

/** Closing a day can't be undone, so nothing is closed while the clock may be wrong. */
class ClockRefused extends PlainError {
  override readonly name = 'ClockRefused';
}

/** Throws ClockRefused if this machine's clock differs from the database's. */
export async function assertClockAgrees({ clock, database }: Pick<Services, 'clock' | 'database'>): Promise<void> {
  if (clock.source !== 'machine') return;
  const theirs = await readDatabaseTime(database);
  const apart = theirs.until(clock.now(), { largestUnit: 'minutes', smallestUnit: 'minutes' }).minutes;
  if (Math.abs(apart) <= MAX_CLOCK_DIFFERENCE_MINUTES) return;
  throw new ClockRefused(
    `This machine's clock is ${Math.abs(apart)} minutes ${apart > 0 ? 'ahead of' : 'behind'} the database's clock. No business day was closed. Set the clock first.`,
  );
}

export interface DaysInQuestion {
  readonly days: readonly Day[];
  readonly last: BusinessDay | undefined;
  readonly catchUp: boolean;
}

/** Throws ClockRefused if the clock doesn't fit the last closed day or a normal pause. */
export async function assertDaysLikely(
  { clock, institution, database }: Services,
  { days, last, catchUp }: DaysInQuestion,
): Promise<void> {
  // A demonstration has no operator, and its clock is moved on purpose.
  if (clock.source !== 'machine' || institution.demonstration) return;
  const today = clock.today();
  if (last && today < last.businessOn) {
    throw new ClockRefused(
      `The clock says ${formatDay(today)}, but ${formatDay(last.businessOn)} is already closed. Set the clock first.`,
    );
  }
  if (catchUp || days.length === 0) return;
  const begun = await listBegunDays(database, days);
  const fresh = days.filter((day) => !begun.includes(day));
  const [first] = fresh;
  if (first === undefined || fresh.length <= MAX_NEW_DAYS) return;
  throw new ClockRefused(
    `${fresh.length} business days since ${formatDay(first)} are not closed. If the clock is right (${formatDay(today)}), close them with: passbook end-of-day --catch-up --by NAME`,
  );
}
