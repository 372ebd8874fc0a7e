import { type Day, dayAt } from '#common/core/dates.ts';

/** The only source of time; tests and the demonstration set it. */
export interface Clock {
  /** `set` by a test, PASSBOOK_NOW or `passbook demo day`. */
  readonly source: 'machine' | 'set';
  now(): Temporal.Instant;
  /** In the institution's time zone. */
  today(): Day;
  /** Use it when work needs several values: separate readings may fall on both sides of midnight or a cut-off. */
  moment(): Moment;
}

export interface Moment {
  readonly at: Temporal.Instant;
  readonly today: Day;
  /** `HH:MM` in the institution's time zone. */
  readonly wallTime: string;
}

/**
 * @param startsAt if set (PASSBOOK_NOW), time starts there and runs on; otherwise the machine's time
 * @param movedSeconds how far a demonstration was moved ahead (`passbook demo day`)
 */
export function createClock(timeZone: string, startsAt?: Temporal.Instant, movedSeconds = 0): Clock {
  const offset = startsAt ? Temporal.Now.instant().until(startsAt) : Temporal.Duration.from({ seconds: 0 });
  const shift = offset.add({ seconds: movedSeconds });
  // Called several times per request; in production there is nothing to add.
  const now = shift.blank ? () => Temporal.Now.instant() : () => Temporal.Now.instant().add(shift);
  return clockOf(now, timeZone, shift.blank ? 'machine' : 'set');
}

export function clockOf(now: () => Temporal.Instant, timeZone: string, source: Clock['source'] = 'set'): Clock {
  return {
    source,
    now,
    today: () => dayAt(now(), timeZone),
    moment: () => momentAt(now(), timeZone),
  };
}

/** The clock of a demonstration: `passbook demo day` moves it for everything that shares it, such as the sandbox. */
export interface MovableClock extends Clock {
  moveAhead(seconds: number): void;
}

export function createMovableClock(clock: Clock, timeZone: string): MovableClock {
  let ahead = 0;
  return {
    ...clockOf(() => clock.now().add({ seconds: ahead }), timeZone, clock.source),
    moveAhead(seconds) {
      ahead += seconds;
    },
  };
}

export function isMovable(clock: Clock): clock is MovableClock {
  return 'moveAhead' in clock;
}

function momentAt(at: Temporal.Instant, timeZone: string): Moment {
  const wallTime = at.toZonedDateTimeISO(timeZone).toPlainTime().toString({ smallestUnit: 'minute' });
  return { at, today: dayAt(at, timeZone), wallTime };
}

/** Converts to a Date for libraries without Temporal. */
export function dateOf(instant: Temporal.Instant): Date {
  return new Date(instant.epochMilliseconds);
}
