import { addDays, type Day } from '../../core/dates.ts';

/** Beyond two months installments, charges and rates change what a quote would say. */
const MOST_DAYS_AHEAD = 60;

/** The last day a payoff is quoted for. */
export function lastPayoffDay(today: Day): Day {
  return addDays(today, MOST_DAYS_AHEAD);
}
