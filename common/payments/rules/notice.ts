import { addDays, type Day } from '../../core/dates.ts';

/** Regulation E requires notice of a varying debit ten days ahead (12 CFR 1005.10(d)). */
export const ANNOUNCED_DAYS_BEFORE = 10;

/** Returns whether a debit of a day can still be announced in time. */
export function hasNotice(runOn: Day, today: Day): boolean {
  return runOn >= addDays(today, ANNOUNCED_DAYS_BEFORE);
}
