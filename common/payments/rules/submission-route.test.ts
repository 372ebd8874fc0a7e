import { describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import type { Frequency } from './payment-types.ts';
import {
  firstRecurringDay,
  frequencyOfRecurring,
  type RecurringFrequency,
  recurringOptionOf,
  timingOf,
} from './submission-route.ts';

const today = day('2026-11-20');
const tomorrow = day('2026-11-21');

describe('a payment', () => {
  test.each<[string, Frequency, string]>([
    ['2026-11-20', 'OneTime', 'immediate'],
    ['2026-11-19', 'OneTime', 'immediate'],
    ['2026-11-21', 'OneTime', 'scheduled'],
    ['2026-11-20', 'Weekly', 'recurring'],
    ['2026-11-21', 'OnDueDate', 'recurring'],
  ])('on %s, %s, is %s', (payOn, frequency, timing) => {
    expect(timingOf(frequency, day(payOn), today)).toBe(timing);
  });

  test.each<[RecurringFrequency, string, number]>([
    ['OnDueDate', 'DaysBeforeDue', 0],
    ['DaysBeforeDue', 'DaysBeforeDue', 1],
    ['MonthlyOnDate', 'DayOfMonth', 0],
    ['SemiMonthly', 'SemiMonthly', 0],
    ['TwoWeeks', 'BiWeekly', 0],
    ['Weekly', 'Weekly', 0],
  ])('%s is sent to the host as %s with %i days before it is due, and read back', (frequency, option, days) => {
    expect(recurringOptionOf(frequency)).toBe(option);
    expect(frequencyOfRecurring(recurringOptionOf(frequency), days)).toBe(frequency);
  });
});

describe('the first recurring payment', () => {
  const upcomingDueDays = [day('2026-11-20'), day('2026-12-01'), day('2027-01-01')];

  test('is on the chosen day', () => {
    const choice = { option: 'Weekly', daysBeforeDue: 3, firstOn: tomorrow } as const;
    expect(firstRecurringDay(choice, { today, upcomingDueDays })).toBe('2026-11-21');
  });

  test.each([
    [0, '2026-12-01'],
    [5, '2026-11-26'],
    [11, '2026-12-21'],
  ])('%i days before the due date is after today, whatever day was sent', (daysBeforeDue, firstOn) => {
    const choice = { option: 'DaysBeforeDue', daysBeforeDue, firstOn: tomorrow } as const;
    expect(firstRecurringDay(choice, { today, upcomingDueDays })).toBe(firstOn);
  });

  test('has no day on a loan without due days', () => {
    const choice = { option: 'DaysBeforeDue', daysBeforeDue: 0, firstOn: tomorrow } as const;
    expect(firstRecurringDay(choice, { today, upcomingDueDays: [] })).toBeUndefined();
  });
});
