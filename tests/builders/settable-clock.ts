import { type Clock, clockOf } from '#server/platform/clock.ts';

/** A clock that moves only when a test moves it. */
export interface SettableClock extends Clock {
  moveOn(duration: Temporal.DurationLike): void;
}

export function createSettableClock(startsAt: string, timeZone: string): SettableClock {
  let instant = Temporal.Instant.from(startsAt);
  return {
    ...clockOf(() => instant, timeZone),
    moveOn(duration) {
      instant = instant.toZonedDateTimeISO(timeZone).add(duration).toInstant();
    },
  };
}
