import { day, formatDayMedium } from '#common/core/dates.ts';

/** `Dec 1, 2026`, or `none` for a loan that owes nothing more. */
export function dayOrNone(on: string | null): string {
  return on === null ? 'none' : formatDayMedium(day(on));
}
