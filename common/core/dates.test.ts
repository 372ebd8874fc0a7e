import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  day,
  dayAt,
  dayOfMonth,
  daysBetween,
  earlierDay,
  findDay,
  formatDay,
  formatDayFull,
  formatDayLong,
  formatDayMedium,
  formatDayShort,
  formatInstantShort,
  formatInstantWithZone,
  formatMonth,
  formatTimestamp,
  isWeekend,
  lastDayOfMonth,
  laterDay,
  parseUsDay,
  weekdayOf,
} from './dates.ts';

const anyDay = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays(day('1950-01-01'), days));

describe('a day', () => {
  test.each([
    ['2026-11-21', '2026-11-21'],
    ['2028-02-29', '2028-02-29'],
    ['2000-02-29', '2000-02-29'],
    ['2026-11-21T23:59:59Z', '2026-11-21'],
    ['2027-02-29', undefined],
    ['2100-02-29', undefined],
    ['2026-13-01', undefined],
    ['2026-00-10', undefined],
    ['2026-04-31', undefined],
    ['2026-1-5', undefined],
    ['11/21/2026', undefined],
    ['', undefined],
  ])('"%s" is parsed as %s', (text, expected) => {
    expect(findDay(text)).toBe(expected);
  });

  test('throws if it does not exist', () => {
    expect(day('2026-11-21')).toBe('2026-11-21');
    expect(() => day('2027-02-29')).toThrow('Not a calendar day: 2027-02-29');
  });

  test.each([
    ['11/21/2026', '2026-11-21'],
    ['02/29/2028', '2028-02-29'],
    ['02/29/2027', undefined],
    ['13/01/2026', undefined],
    ['1/2/2026', undefined],
    ['11/21/26', undefined],
    ['2026-11-21', undefined],
    ['111/21/2026', undefined],
    ['11/21/20265', undefined],
  ])('"%s" in US format is parsed as %s', (text, expected) => {
    expect(parseUsDay(text)).toBe(expected);
  });

  test("is in the institution's time zone, not the machine's", () => {
    const justAfterMidnightUtc = Temporal.Instant.from('2026-11-21T00:30:00Z');
    expect(dayAt(justAfterMidnightUtc, 'America/New_York')).toBe('2026-11-20');
    expect(dayAt(justAfterMidnightUtc, 'UTC')).toBe('2026-11-21');
    expect(dayAt(Temporal.Instant.from('2026-11-01T05:59:00Z'), 'America/New_York')).toBe('2026-11-01');
    expect(dayAt(Temporal.Instant.from('2026-03-08T04:59:00Z'), 'America/New_York')).toBe('2026-03-07');
  });
});

describe('date arithmetic', () => {
  test.each([
    ['2026-11-21', 1, '2026-11-22'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2027-02-28', 1, '2027-03-01'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-03-07', 2, '2026-03-09'],
    ['2026-11-21', 0, '2026-11-21'],
  ])('%s and %i days is %s', (from, days, expected) => {
    expect(addDays(day(from), days)).toBe(expected);
    expect(daysBetween(day(from), day(expected))).toBe(days);
  });

  test('adding and subtracting returns to the start', () => {
    fc.assert(
      fc.property(anyDay, anyDay, (from, to) => {
        expect(addDays(from, daysBetween(from, to))).toBe(to);
        expect(daysBetween(to, from) + daysBetween(from, to)).toBe(0);
      }),
    );
  });

  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2026-08-31', 1, '2026-09-30'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-11-15', 3, '2027-02-15'],
    ['2026-11-15', 0, '2026-11-15'],
  ])('%s and %i months is %s', (from, months, expected) => {
    expect(addMonths(day(from), months)).toBe(expected);
  });

  test.each([
    ['2026-02-10', '2026-02-28'],
    ['2028-02-01', '2028-02-29'],
    ['2026-04-30', '2026-04-30'],
    ['2026-12-01', '2026-12-31'],
  ])('the month of %s ends on %s', (date, expected) => {
    expect(lastDayOfMonth(day(date))).toBe(expected);
  });
});

describe('the calendar', () => {
  test.each([
    ['2026-11-16', 1, false],
    ['2026-11-20', 5, false],
    ['2026-11-21', 6, true],
    ['2026-11-22', 7, true],
    ['2026-11-23', 1, false],
  ])('%s is weekday %i, weekend: %s', (date, weekday, weekend) => {
    expect(weekdayOf(day(date))).toBe(weekday);
    expect(isWeekend(day(date))).toBe(weekend);
  });

  test('has two weekend days in every seven', () => {
    fc.assert(
      fc.property(anyDay, (start) => {
        const week = Array.from({ length: 7 }, (_, index) => addDays(start, index));
        expect(week.filter(isWeekend)).toHaveLength(2);
      }),
    );
  });

  test('compares earlier and later days', () => {
    const first = day('2026-09-30');
    const second = day('2026-10-01');
    expect([earlierDay(first, second), earlierDay(second, first), earlierDay(first, first)]).toEqual([
      first,
      first,
      first,
    ]);
    expect([laterDay(first, second), laterDay(second, first), laterDay(first, first)]).toEqual([second, second, first]);
  });

  test('formats for people', () => {
    expect(dayOfMonth(day('2026-11-05'))).toBe(5);
    expect(formatDay(day('2026-11-05'))).toBe('11/05/2026');
    expect(formatDayShort(day('2026-12-01'))).toBe('Dec 1');
    expect(formatMonth(day('2026-12-01'))).toBe('December 2026');
    expect(formatDayMedium(day('2026-11-21'))).toBe('Nov 21, 2026');
    expect(formatDayLong(day('2026-11-21'))).toBe('November 21, 2026');
    expect(formatDayFull(day('2026-11-21'))).toBe('Saturday, November 21, 2026');
  });

  test('a formatted day parses back to the same day', () => {
    fc.assert(
      fc.property(anyDay, (date) => {
        expect(parseUsDay(formatDay(date))).toBe(date);
      }),
    );
  });
});

describe('an instant', () => {
  const afternoon = Temporal.Instant.from('2026-11-21T18:05:09Z');

  test.each([
    ['America/New_York', '11/21/26, 1:05 PM', '11/21/26, 1:05:09'],
    ['America/Los_Angeles', '11/21/26, 10:05 AM', '11/21/26, 10:05:09'],
    ['Asia/Tokyo', '11/22/26, 3:05 AM', '11/22/26, 3:05:09'],
  ])('in %s is shown as %s, and as a timestamp %s', (timeZone, short, timestamp) => {
    expect(formatInstantShort(afternoon, timeZone)).toBe(short);
    expect(formatTimestamp(afternoon, timeZone)).toBe(timestamp);
  });

  test.each([
    ['2026-11-21T18:05:09Z', '11/21/26, 1:05 PM EST'],
    ['2026-07-01T18:05:09Z', '7/1/26, 2:05 PM EDT'],
  ])('%s is printed as %s, with the zone', (instant, printed) => {
    expect(formatInstantWithZone(Temporal.Instant.from(instant), 'America/New_York')).toBe(printed);
  });
});
