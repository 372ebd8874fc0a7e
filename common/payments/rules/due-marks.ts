import type { Day } from '../../core/dates.ts';
import type { DueTerms } from './payment-days.ts';

/** Returns the days to mark in a calendar: the due day and the last day of grace. */
export function dueMarks({ dueOn, totalDueCents, lateCharge }: DueTerms): ReadonlyMap<Day, 'due' | 'grace'> {
  const marks = new Map<Day, 'due' | 'grace'>();
  if (dueOn === null || totalDueCents <= 0) return marks;
  if (typeof lateCharge === 'object') marks.set(lateCharge.payBy, 'grace');
  // Without a grace period, both are the same day; show it as due.
  return marks.set(dueOn, 'due');
}
