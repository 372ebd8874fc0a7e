import { type Day, dayAt } from '#common/core/dates.ts';

/** Returns the day of a wire instant (`2026-11-21T15:00:00Z`) in a zone, by default the browser's. */
export function dayOfInstant(instant: string | null, timeZone: string | undefined): Day | null {
  if (instant === null) return null;
  try {
    return dayAt(Temporal.Instant.from(instant), timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  } catch {
    return null;
  }
}
