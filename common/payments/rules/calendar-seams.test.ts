import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBusinessDay, paymentDayOnOrAfter } from '#common/core/business-days.ts';
import { addDays, type Day, day, dayInMonth, dayOfMonth, daysBetween } from '#common/core/dates.ts';
import {
  type BillingSchedule,
  countDueDays,
  dueDayAfter,
  dueDayBefore,
  dueDayLater,
} from '#common/accounts/rules/billing-schedule.ts';
import { billingFrequencies, type RecurringOption } from './payment-types.ts';
import { nextRecurringDay } from './recurring-dates.ts';

/** Month ends, leap days, the turn of the year, and both changes of daylight saving time. */
const seams = [
  '2027-01-28',
  '2027-01-29',
  '2027-01-30',
  '2027-01-31',
  '2027-02-28',
  '2028-02-28',
  '2028-02-29',
  '2027-03-14',
  '2027-11-07',
  '2027-12-31',
].map((on) => day(on));

type Repeating = Exclude<RecurringOption, 'DaysBeforeDue'>;

const expectedDay: Readonly<Record<Repeating, (firstOn: Day, index: number) => Day>> = {
  Weekly: (firstOn, index) => addDays(firstOn, 7 * index),
  BiWeekly: (firstOn, index) => addDays(firstOn, 14 * index),
  DayOfMonth: (firstOn, index) => dayInMonth(firstOn, index, dayOfMonth(firstOn)),
  SemiMonthly: (firstOn, index) =>
    addDays(dayInMonth(firstOn, Math.floor(index / 2), dayOfMonth(firstOn)), 14 * (index % 2)),
};

const anySeam = fc.constantFrom(...seams);
const calendar = { extraNonPaymentDays: [] };

function days(option: RecurringOption, firstOn: Day, count: number): Day[] {
  const found: Day[] = [];
  for (let after = addDays(firstOn, -1); found.length < count;) {
    const next = nextRecurringDay({ option, daysBeforeDue: 0, firstOn }, after, []);
    if (next === undefined) break;
    found.push(next);
    after = next;
  }
  return found;
}

describe.each(Object.keys(expectedDay) as Repeating[])('a payment %s', (option) => {
  test('comes at its interval or on its day, for six years', () => {
    fc.assert(
      fc.property(anySeam, (firstOn) => {
        const found = days(option, firstOn, 150);
        expect(found).toHaveLength(150);
        expect(found).toEqual(found.map((_, index) => expectedDay[option](firstOn, index)));
        expect(found.every((on, index) => index === 0 || on > (found[index - 1] ?? on))).toBe(true);
      }),
    );
  });

  test('has the same dates on whichever day they are computed', () => {
    fc.assert(
      fc.property(anySeam, fc.nat(800), (firstOn, passed) => {
        const after = addDays(firstOn, passed);
        const expected = days(option, firstOn, 130).find((on) => on > after);
        expect(nextRecurringDay({ option, daysBeforeDue: 0, firstOn }, after, [])).toBe(expected);
      }),
    );
  });

  test('is drawn on its day or soon after, never twice on one day', () => {
    fc.assert(
      fc.property(anySeam, fc.boolean(), (firstOn, weekends) => {
        let last = addDays(firstOn, -1);
        for (const on of days(option, firstOn, 80)) {
          const drawnOn = paymentDayOnOrAfter(on, calendar, weekends);
          expect(daysBetween(on, drawnOn)).toBeGreaterThanOrEqual(0);
          expect(daysBetween(on, drawnOn)).toBeLessThanOrEqual(4);
          expect(weekends || isBusinessDay(drawnOn, calendar)).toBe(true);
          expect(drawnOn > last).toBe(true);
          last = drawnOn;
        }
      }),
    );
  });
});

describe.each(billingFrequencies)('a loan billed %s', (billingFrequency) => {
  const schedules = fc.record({
    billingFrequency: fc.constant(billingFrequency),
    dueDay: fc.integer({ min: 1, max: 31 }),
  });
  const first = ({ dueDay }: BillingSchedule, month: number) => dayInMonth(day('2027-01-15'), month, dueDay);

  test('has due days that are found again backward, counted, and skipped to', () => {
    fc.assert(
      fc.property(schedules, fc.nat(30), fc.nat(60), (schedule, month, periods) => {
        let on = first(schedule, month);
        const start = on;
        for (let passed = 0; passed < periods; passed += 1) {
          const next = dueDayAfter(schedule, on);
          expect(next > on).toBe(true);
          expect(dueDayBefore(schedule, next)).toBe(on);
          on = next;
        }
        expect(dueDayLater(schedule, start, periods)).toBe(on);
        expect(countDueDays(schedule, start, on)).toBe(periods + 1);
        expect(countDueDays(schedule, start, addDays(on, -1))).toBe(periods);
      }),
    );
  });
});

test('a loan billed monthly keeps its agreed day after shorter months', () => {
  const schedule = { billingFrequency: 'Monthly', dueDay: 31 } as const;
  const found = [day('2027-12-31')];
  for (let on = found[0]; on !== undefined && found.length < 5; found.push(on)) on = dueDayAfter(schedule, on);
  expect(found.slice(1)).toEqual(['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30']);
});
