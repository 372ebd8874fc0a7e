import { addDays, type Day } from '../../core/dates.ts';

/** Beyond two months, installments, charges and rates would change the quote. */
const MAX_DAYS_AHEAD = 60;

export function lastPayoffDay(today: Day): Day {
  return addDays(today, MAX_DAYS_AHEAD);
}
