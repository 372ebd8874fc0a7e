import { addDays, type Day, dayInMonth, dayOfMonth } from '../../core/dates.ts';
import type { RecurringOption } from './payment-types.ts';

export interface Recurrence {
  readonly option: RecurringOption;
  readonly daysBeforeDue: number;
  /** The first payment; its day of the month is kept after shorter months. */
  readonly firstOn: Day;
}

/** The second semi-monthly payment is two weeks after the first (P 9). */
const SECOND_AFTER_DAYS = 14;

/**
 * Returns the next nominal date after `after`.
 * @param dueDays the loan's due days in order, needed for `DaysBeforeDue`
 * @returns undefined if the loan has no due day that late
 */
export function nextRecurringDay(recurrence: Recurrence, after: Day, dueDays: readonly Day[]): Day | undefined {
  const { option, firstOn } = recurrence;
  if (option === 'DaysBeforeDue') {
    return dueDays.map((dueOn) => addDays(dueOn, -recurrence.daysBeforeDue)).find((runOn) => runOn > after);
  }
  if (after < firstOn) return firstOn;
  for (let index = 1; ; index += 1) {
    const runOn = occurrence(recurrence, index);
    if (runOn > after) return runOn;
  }
}

function occurrence({ option, firstOn }: Recurrence, index: number): Day {
  const agreed = dayOfMonth(firstOn);
  switch (option) {
    case 'Weekly':
      return addDays(firstOn, 7 * index);
    case 'BiWeekly':
      return addDays(firstOn, 14 * index);
    case 'SemiMonthly': {
      const first = dayInMonth(firstOn, (index - (index % 2)) / 2, agreed);
      return index % 2 === 0 ? first : addDays(first, SECOND_AFTER_DAYS);
    }
    case 'DayOfMonth':
    case 'DaysBeforeDue':
      return dayInMonth(firstOn, index, agreed);
  }
}
