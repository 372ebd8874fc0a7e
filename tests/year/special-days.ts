import { allForYear } from '@18f/us-federal-holidays';

/** Days on which schedules, postings and bank files go wrong. */
export const specialDays = {
  'February 29': 0,
  'daylight saving time begins': 0,
  'daylight saving time ends': 0,
  'last day of a year': 0,
  'holiday on a Saturday': 0,
  'holiday on a Sunday': 0,
  "New Year's Day": 0,
  'Birthday of Martin Luther King, Jr.': 0,
  "Washington's Birthday": 0,
  'Memorial Day': 0,
  'Juneteenth National Independence Day': 0,
  'Independence Day': 0,
  'Labor Day': 0,
  'Columbus Day': 0,
  'Veterans Day': 0,
  'Thanksgiving Day': 0,
  'Christmas Day': 0,
};

export type SpecialDay = keyof typeof specialDays;

const SATURDAY = 6;

/** Returns what a day is. Its date is that of the calendar, so a holiday on a Sunday is observed the day after. */
export function namesOf(on: string): SpecialDay[] {
  const date = new Date(`${on}T00:00:00Z`);
  const [, month = 0, dayOfMonth = 0] = on.split('-').map(Number);
  const isSunday = date.getUTCDay() === 0;
  const holidays = allForYear(date.getUTCFullYear(), {
    shiftSaturdayHolidays: false,
    shiftSundayHolidays: false,
  }).filter(({ dateString }) => dateString === on);
  const names: (readonly [SpecialDay, boolean])[] = [
    ['February 29', month === 2 && dayOfMonth === 29],
    // The second Sunday in March and the first in November.
    ['daylight saving time begins', isSunday && month === 3 && dayOfMonth >= 8 && dayOfMonth <= 14],
    ['daylight saving time ends', isSunday && month === 11 && dayOfMonth <= 7],
    ['last day of a year', month === 12 && dayOfMonth === 31],
    ['holiday on a Saturday', holidays.length > 0 && date.getUTCDay() === SATURDAY],
    ['holiday on a Sunday', holidays.length > 0 && isSunday],
  ];
  return [
    ...names.flatMap(([name, applies]) => (applies ? [name] : [])),
    ...holidays.map(({ name }) => name as SpecialDay),
  ];
}
