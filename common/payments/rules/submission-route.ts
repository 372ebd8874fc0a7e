import type { Day } from '../../core/dates.ts';
import { nextDayBeforeDue } from './recurring-dates.ts';
import type { Frequency, PaymentTerms, PaymentTiming, RecurringOption } from './payment-types.ts';

export type RecurringFrequency = Exclude<Frequency, 'OneTime'>;

/** Which of the three kinds of payment this is (P 4, Submission routing). */
export function timingOf(frequency: Frequency, payOn: Day, today: Day): PaymentTiming {
  if (frequency !== 'OneTime') return 'recurring';
  return payOn > today ? 'scheduled' : 'immediate';
}

/** Maps a frequency to the host's; "on the due date" is zero days before it (P 4). */
export function recurringOptionOf(frequency: RecurringFrequency): RecurringOption {
  return recurringOptions[frequency];
}

export function frequencyOfRecurring(option: RecurringOption, daysBeforeDue: number): RecurringFrequency {
  if (option === 'DaysBeforeDue') return daysBeforeDue === 0 ? 'OnDueDate' : 'DaysBeforeDue';
  return frequencies[option];
}

/**
 * The first payment before moving off weekends and holidays: the chosen day, or for a payment on the due date the first
 * such day after today. @returns undefined if the loan has no due day
 */
export function firstRecurringDay(
  choice: { readonly option: RecurringOption; readonly daysBeforeDue: number; readonly firstOn: Day },
  terms: Pick<PaymentTerms, 'today' | 'upcomingDueDays'>,
): Day | undefined {
  return choice.option === 'DaysBeforeDue'
    ? nextDayBeforeDue(choice.daysBeforeDue, terms.today, terms.upcomingDueDays)
    : choice.firstOn;
}

const recurringOptions = {
  OnDueDate: 'DaysBeforeDue',
  DaysBeforeDue: 'DaysBeforeDue',
  MonthlyOnDate: 'DayOfMonth',
  SemiMonthly: 'SemiMonthly',
  TwoWeeks: 'BiWeekly',
  Weekly: 'Weekly',
} as const satisfies Record<RecurringFrequency, RecurringOption>;

const frequencies = {
  DayOfMonth: 'MonthlyOnDate',
  SemiMonthly: 'SemiMonthly',
  BiWeekly: 'TwoWeeks',
  Weekly: 'Weekly',
} as const satisfies Record<Exclude<RecurringOption, 'DaysBeforeDue'>, RecurringFrequency>;
