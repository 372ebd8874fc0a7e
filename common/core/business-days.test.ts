import federalHolidays from '@18f/us-federal-holidays';
import { describe, expect, test } from 'vitest';
import { day, isWeekend } from './dates.ts';
import {
  addBusinessDays,
  businessDayOnOrAfter,
  earliestAchPaymentOn,
  isBusinessDay,
  isFederalReserveHoliday,
  isPastCutoff,
  listFederalReserveHolidays,
  listNonPaymentDays,
  nextBusinessDay,
  paymentDayOnOrAfter,
} from './business-days.ts';

const ordinary = { extraNonPaymentDays: [] };
const withOwnDay = { extraNonPaymentDays: [day('2026-11-27')] };

describe("the Federal Reserve's holidays", () => {
  test('are these eleven in 2026', () => {
    expect(listFederalReserveHolidays(2026)).toEqual([
      '2026-01-01',
      '2026-01-19',
      '2026-02-16',
      '2026-05-25',
      '2026-06-19',
      '2026-07-04',
      '2026-09-07',
      '2026-10-12',
      '2026-11-11',
      '2026-11-26',
      '2026-12-25',
    ]);
  });

  test.each([
    ['New Year’s Day 2023 (a Sunday) is kept on Monday', '2023-01-02', true],
    ['and the Sunday itself is not in the list', '2023-01-01', false],
    ['Independence Day 2027 (a Sunday) is kept on Monday', '2027-07-05', true],
    ['Independence Day 2026 (a Saturday) stays there', '2026-07-04', true],
    ['and the Friday before is an ordinary day', '2026-07-03', false],
    ['New Year’s Day 2022 (a Saturday) does not reach into the old year', '2021-12-31', false],
    ['Juneteenth was not yet kept in 2020', '2020-06-19', false],
    ['Juneteenth 2023', '2023-06-19', true],
    ['the birthday of Martin Luther King was not yet kept in 1985', '1985-01-21', false],
    ['and was in 1986', '1986-01-20', true],
    ['Memorial Day on the 31st', '2027-05-31', true],
    ['Memorial Day on the 25th', '2026-05-25', true],
    ['the fourth Thursday of November, not the last', '2023-11-23', true],
    ['the fifth Thursday is ordinary', '2023-11-30', false],
  ])('%s', (_, date, expected) => {
    expect(isFederalReserveHoliday(day(date))).toBe(expected);
  });

  const years = Array.from({ length: 21 }, (_, index) => 2020 + index);

  test.each(years)('agree with the published rules for %i', (year) => {
    const published = federalHolidays
      .allForYear(year, { shiftSaturdayHolidays: false, shiftSundayHolidays: true })
      .map((holiday) => holiday.dateString.replaceAll(/-(\d)(?!\d)/g, '-0$1'));
    expect(listFederalReserveHolidays(year)).toEqual(published);
  });
});

describe('business days', () => {
  test.each([
    ['a Friday', '2026-11-20', true],
    ['a Saturday', '2026-11-21', false],
    ['a Sunday', '2026-11-22', false],
    ['Thanksgiving', '2026-11-26', false],
    ['the institution’s own day', '2026-11-27', false],
    ['the Monday after', '2026-11-30', true],
    ['a leap day', '2028-02-29', true],
  ])('%s', (_, date, expected) => {
    expect(isBusinessDay(day(date), withOwnDay)).toBe(expected);
  });

  test("the next one is after weekends, holidays and the institution's own days", () => {
    expect(nextBusinessDay(day('2026-11-20'), ordinary)).toBe('2026-11-23');
    expect(nextBusinessDay(day('2026-11-25'), ordinary)).toBe('2026-11-27');
    expect(nextBusinessDay(day('2026-11-25'), withOwnDay)).toBe('2026-11-30');
    expect(nextBusinessDay(day('2026-12-31'), ordinary)).toBe('2027-01-04');
  });

  test('a business day is its own "on or after"', () => {
    expect(businessDayOnOrAfter(day('2026-11-20'), ordinary)).toBe('2026-11-20');
    expect(businessDayOnOrAfter(day('2026-11-21'), ordinary)).toBe('2026-11-23');
  });

  test.each([
    ['2026-11-20', 0, '2026-11-20'],
    ['2026-11-21', 0, '2026-11-21'],
    ['2026-11-20', 1, '2026-11-23'],
    ['2026-11-20', 4, '2026-11-27'],
    ['2026-11-27', -1, '2026-11-25'],
    ['2026-11-22', -1, '2026-11-20'],
    ['2028-02-28', 2, '2028-03-01'],
  ])('%s and %i business days is %s', (from, count, expected) => {
    expect(addBusinessDays(day(from), count, ordinary)).toBe(expected);
  });
});

describe('non-payment days', () => {
  test("are holidays and the institution's own days between both ends, in order and once each", () => {
    const extra = [day('2026-12-24'), day('2026-11-26'), day('2027-02-01')];
    expect(listNonPaymentDays(day('2026-11-26'), day('2027-01-01'), extra)).toEqual([
      '2026-11-26',
      '2026-12-24',
      '2026-12-25',
      '2027-01-01',
    ]);
  });

  test('exclude the day after the last and the day before the first', () => {
    expect(listNonPaymentDays(day('2026-11-27'), day('2026-12-24'), [])).toEqual([]);
  });

  test('contain no plain weekend', () => {
    const days = listNonPaymentDays(day('2027-01-01'), day('2027-12-31'), []);
    expect(days.filter((date) => isWeekend(date))).toEqual(['2027-06-19', '2027-12-25']);
  });

  test('an empty range contains no business day', () => {
    expect(listNonPaymentDays(day('2026-12-26'), day('2026-12-25'), [day('2026-12-25')])).toEqual([]);
  });
});

describe('the cut-off', () => {
  test.each([
    ['16:59', false],
    ['17:00', true],
    ['17:01', true],
    ['00:00', false],
  ])('at %s, a draft is late: %s', (wallTime, late) => {
    expect(isPastCutoff(wallTime, '17:00')).toBe(late);
  });

  test('moves a draft to the next business day', () => {
    expect(earliestAchPaymentOn(day('2026-11-20'), false, ordinary)).toBe('2026-11-20');
    expect(earliestAchPaymentOn(day('2026-11-20'), true, ordinary)).toBe('2026-11-23');
    expect(earliestAchPaymentOn(day('2026-11-25'), true, withOwnDay)).toBe('2026-11-30');
  });
});

describe('a payment', () => {
  test.each([
    ['a Friday', '2026-11-20', false, '2026-11-20'],
    ['a Saturday', '2026-11-21', false, '2026-11-23'],
    ['a Saturday that is a payment day', '2026-11-21', true, '2026-11-21'],
    ['Thanksgiving', '2026-11-26', false, '2026-11-27'],
    ['Christmas before a weekend', '2026-12-25', false, '2026-12-28'],
    ['Christmas before a weekend of payment days', '2026-12-25', true, '2026-12-26'],
    ['a day of the institution’s own', '2026-12-31', false, '2027-01-04'],
  ])('for %s, %s (weekends are payment days: %s), is drawn on %s', (_what, from, weekends, expected) => {
    const calendar = { extraNonPaymentDays: [day('2026-12-31')] };
    expect(paymentDayOnOrAfter(day(from), calendar, weekends)).toBe(expected);
  });
});
