import { type Day, findDay } from '../core/dates.ts';

/** The host's "no date" value (M 2). */
const NO_DAY = '0001-01-01T00:00:00';

export function dayToWire(day: Day | null): string {
  return day === null ? NO_DAY : `${day}T00:00:00`;
}

/** Returns null for the host's "no date" value, 0001-01-01. */
export function dayFromWire(text: string): Day | null {
  const day = findDay(text);
  return day === undefined || day === findDay(NO_DAY) ? null : day;
}
