import { type Day, dayAt } from '#common/core/dates.ts';

/** The only source of time; tests and the demonstration set it. */
export interface Clock {
  /** `set` when somebody decided what time it is: a test, PASSBOOK_NOW, or a demonstration that was moved on. */
  readonly source: 'machine' | 'set';
  now(): Temporal.Instant;
  /** The calendar day in the institution's time zone. */
  today(): Day;
  /** For work that needs more than one of these: two readings may lie on both sides of midnight, or of a cut-off. */
  moment(): Moment;
}

/** One reading of the clock. */
export interface Moment {
  readonly at: Temporal.Instant;
  /** The calendar day in the institution's time zone. */
  readonly today: Day;
  /** `HH:MM` on the institution's wall. */
  readonly wallTime: string;
}

/**
 * @param startsAt when given (PASSBOOK_NOW), time starts there and runs on; otherwise it is the machine's.
 * @param movedSeconds how much later than that a demonstration lives (`passbook demo day`).
 */
export function createClock(timeZone: string, startsAt?: Temporal.Instant, movedSeconds = 0): Clock {
  const offset = startsAt ? Temporal.Now.instant().until(startsAt) : Temporal.Duration.from({ seconds: 0 });
  const shift = offset.add({ seconds: movedSeconds });
  // Every request asks several times, and a clock of production has nothing to add.
  const now = shift.blank ? () => Temporal.Now.instant() : () => Temporal.Now.instant().add(shift);
  return clockOf(now, timeZone, shift.blank ? 'machine' : 'set');
}

/** A clock that shows what `now` says on the wall of a time zone. */
export function clockOf(now: () => Temporal.Instant, timeZone: string, source: Clock['source'] = 'set'): Clock {
  return {
    source,
    now,
    today: () => dayAt(now(), timeZone),
    moment: () => momentAt(now(), timeZone),
  };
}

function momentAt(at: Temporal.Instant, timeZone: string): Moment {
  const wallTime = at.toZonedDateTimeISO(timeZone).toPlainTime().toString({ smallestUnit: 'minute' });
  return { at, today: dayAt(at, timeZone), wallTime };
}

/** An instant for a library that knows nothing newer. */
export function dateOf(instant: Temporal.Instant): Date {
  return new Date(instant.epochMilliseconds);
}
