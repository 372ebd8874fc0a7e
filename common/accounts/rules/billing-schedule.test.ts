import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type Day, day } from '#common/core/dates.ts';
import type { BillingFrequency } from '#common/payments/rules/payment-types.ts';
import { countDueDays, daysInPeriod, dueDayAfter, dueDayBefore, dueDayLater, isDueDay } from './billing-schedule.ts';

function dueDays(billingFrequency: BillingFrequency, dueDay: number, first: string, count: number): Day[] {
  const days = [day(first)];
  while (days.length < count) days.push(dueDayAfter({ billingFrequency, dueDay }, days.at(-1) ?? day(first)));
  return days;
}

describe('the due days of a loan', () => {
  test.each<[string, BillingFrequency, number, string[]]>([
    ['a monthly loan keeps its day', 'Monthly', 15, ['2026-11-15', '2026-12-15', '2027-01-15']],
    [
      'the 31st comes back after shorter months',
      'Monthly',
      31,
      ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'],
    ],
    ['the 30th comes back after February', 'Monthly', 30, ['2027-01-30', '2027-02-28', '2027-03-30']],
    ['the 29th is a day of February in a leap year', 'Monthly', 29, ['2028-01-29', '2028-02-29', '2028-03-29']],
    ['the 29th is the 28th of February in another year', 'Monthly', 29, ['2027-01-29', '2027-02-28', '2027-03-29']],
    ['2100 is not a leap year', 'Monthly', 31, ['2100-01-31', '2100-02-28', '2100-03-31']],
    ['a monthly loan crosses the year', 'Monthly', 1, ['2026-12-01', '2027-01-01']],
    [
      'semi-monthly is the agreed day and two weeks later',
      'SemiMonthly',
      1,
      ['2026-11-01', '2026-11-15', '2026-12-01', '2026-12-15'],
    ],
    [
      'two weeks after the 20th may be the next month',
      'SemiMonthly',
      20,
      ['2026-11-20', '2026-12-04', '2026-12-20', '2027-01-03', '2027-01-20'],
    ],
    [
      'semi-monthly on the 31st keeps month ends',
      'SemiMonthly',
      31,
      ['2027-01-31', '2027-02-14', '2027-02-28', '2027-03-14', '2027-03-31'],
    ],
    ['every two weeks', 'TwoWeeks', 6, ['2026-11-06', '2026-11-20', '2026-12-04']],
    ['every week', 'Weekly', 6, ['2026-12-25', '2027-01-01', '2027-01-08']],
  ])('%s', (_name, frequency, dueDay, days) => {
    expect(dueDays(frequency, dueDay, days[0] ?? '', days.length)).toEqual(days);
  });
});

const schedules = fc.record({
  billingFrequency: fc.constantFrom<BillingFrequency>('Monthly', 'SemiMonthly', 'TwoWeeks', 'Weekly'),
  dueDay: fc.integer({ min: 1, max: 31 }),
  steps: fc.integer({ min: 0, max: 80 }),
});

/** A due day of the schedule, some periods after January 2024. */
function dueDayOf(schedule: { billingFrequency: BillingFrequency; dueDay: number; steps: number }): Day {
  const first = `2024-01-${String(schedule.dueDay).padStart(2, '0')}`;
  return dueDays(schedule.billingFrequency, schedule.dueDay, first, schedule.steps + 1).at(-1) ?? day(first);
}

test('the previous due day reverses the next due day', () => {
  fc.assert(
    fc.property(schedules, (schedule) => {
      const dueOn = dueDayOf(schedule);
      expect(dueDayBefore(schedule, dueDayAfter(schedule, dueOn))).toBe(dueOn);
    }),
  );
});

test.each<[BillingFrequency, number, string, number, string]>([
  ['Weekly', 0, '2026-12-30', 0, '2026-12-30'],
  ['Weekly', 0, '2026-12-30', 1, '2027-01-06'],
  ['Weekly', 0, '2028-02-23', 2, '2028-03-08'],
  ['TwoWeeks', 0, '2026-10-30', 1, '2026-11-13'],
  ['TwoWeeks', 0, '2026-10-30', 26, '2027-10-29'],
  ['Monthly', 31, '2027-01-31', 1, '2027-02-28'],
  ['Monthly', 31, '2027-02-28', 1, '2027-03-31'],
  ['Monthly', 29, '2027-12-29', 2, '2028-02-29'],
  ['Monthly', 15, '2026-11-15', 14, '2028-01-15'],
  ['SemiMonthly', 1, '2026-11-01', 1, '2026-11-15'],
  ['SemiMonthly', 1, '2026-11-15', 1, '2026-12-01'],
  ['SemiMonthly', 1, '2026-11-15', 2, '2026-12-15'],
  ['SemiMonthly', 1, '2026-11-01', 3, '2026-12-15'],
  ['SemiMonthly', 20, '2026-12-20', 1, '2027-01-03'],
  ['SemiMonthly', 20, '2027-01-03', 3, '2027-02-20'],
  ['SemiMonthly', 31, '2027-01-31', 2, '2027-02-28'],
])('%s on the %s: from %s, %s periods later is %s', (billingFrequency, dueDay, from, periods, expected) => {
  expect(dueDayLater({ billingFrequency, dueDay }, day(from), periods)).toBe(expected);
});

test('a due day many periods later equals single steps', () => {
  fc.assert(
    fc.property(schedules, fc.integer({ min: 0, max: 60 }), (schedule, periods) => {
      const first = dueDayOf(schedule);
      const stepped = dueDays(schedule.billingFrequency, schedule.dueDay, first, periods + 1).at(-1);
      expect(dueDayLater(schedule, first, periods)).toBe(stepped);
    }),
  );
});

test('a day is a due day if steps reach it', () => {
  fc.assert(
    fc.property(schedules, (schedule) => {
      expect(isDueDay(schedule, dueDayOf(schedule))).toBe(true);
    }),
  );
  expect(isDueDay({ billingFrequency: 'Monthly', dueDay: 31 }, day('2027-02-28'))).toBe(true);
  expect(isDueDay({ billingFrequency: 'Monthly', dueDay: 31 }, day('2027-03-30'))).toBe(false);
  expect(isDueDay({ billingFrequency: 'Monthly', dueDay: 1 }, day('2026-12-15'))).toBe(false);
  expect(isDueDay({ billingFrequency: 'SemiMonthly', dueDay: 20 }, day('2026-12-04'))).toBe(true);
  expect(isDueDay({ billingFrequency: 'SemiMonthly', dueDay: 20 }, day('2026-12-05'))).toBe(false);
});

test('counting due days equals stepping through them', () => {
  fc.assert(
    fc.property(schedules, fc.integer({ min: -40, max: 800 }), (schedule, span) => {
      const first = dueDayOf(schedule);
      const last = addDays(first, span);
      let walked = 0;
      for (let dueOn = first; dueOn <= last; dueOn = dueDayAfter(schedule, dueOn)) walked += 1;
      expect(countDueDays(schedule, first, last)).toBe(walked);
    }),
  );
});

test('periods have the lengths used by the payment flow', () => {
  expect(daysInPeriod).toEqual({ Monthly: 30, SemiMonthly: 15, TwoWeeks: 14, Weekly: 7 });
});

/** The last day is a due day; the day before isn't. */
test.each([
  ['Monthly', 31, '2027-01-31', '2027-02-28', 2],
  ['Monthly', 31, '2027-01-31', '2027-02-27', 1],
  ['SemiMonthly', 1, '2026-11-01', '2026-11-15', 2],
  ['SemiMonthly', 1, '2026-11-01', '2026-11-14', 1],
  ['SemiMonthly', 1, '2026-11-15', '2026-12-01', 2],
  ['SemiMonthly', 31, '2027-01-31', '2027-02-14', 2],
  ['SemiMonthly', 31, '2027-01-31', '2027-02-28', 3],
  ['SemiMonthly', 31, '2027-01-31', '2027-02-27', 2],
  ['TwoWeeks', 1, '2026-11-01', '2026-11-15', 2],
  ['TwoWeeks', 1, '2026-11-01', '2026-11-14', 1],
  ['Weekly', 1, '2026-11-01', '2026-11-08', 2],
  ['Weekly', 1, '2026-11-01', '2026-11-07', 1],
] as const)('%s on the %i: due days from %s through %s', (billingFrequency, dueDay, first, last, count) => {
  expect(countDueDays({ billingFrequency, dueDay }, day(first), day(last))).toBe(count);
});
