import { addDays, type Day, dayInMonth, dayOfMonth } from '../../core/dates.ts';
import type { RecurringOption } from './payment-types.ts';

/** When a recurring payment falls due, apart from weekends and holidays. */
export interface RecurringRhythm {
  readonly option: RecurringOption;
  readonly daysBeforeDue: number;
  /** The first payment; its day of the month is kept over shorter months. */
  readonly firstOn: Day;
}

/** The second payment of a semi-monthly rhythm comes two weeks after the first (P 9). */
const SECOND_AFTER_DAYS = 14;

/**
 * The first day of the rhythm after another day.
 * @param dueDays due days of the loan in order, which only `DaysBeforeDue` follows
 * @returns nothing when the loan has no due day that late.
 */
export function nextRecurringDay(rhythm: RecurringRhythm, after: Day, dueDays: readonly Day[]): Day | undefined {
  const { option, firstOn } = rhythm;
  if (option === 'DaysBeforeDue') {
    return dueDays.map((dueOn) => addDays(dueOn, -rhythm.daysBeforeDue)).find((runOn) => runOn > after);
  }
  if (after < firstOn) return firstOn;
  for (let index = 1; ; index += 1) {
    const runOn = occurrence(rhythm, index);
    if (runOn > after) return runOn;
  }
}

function occurrence({ option, firstOn }: RecurringRhythm, index: number): Day {
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
