import { addDays, type Day, day, isWeekend, type Weekday, weekdayOf } from './dates.ts';

export interface NonPaymentCalendar {
  readonly extraNonPaymentDays: readonly Day[];
}

/**
 * Returns the Federal Reserve holidays of a year as observed, in order. A Sunday holiday moves to Monday; a Saturday
 * holiday doesn't move, because the Reserve Banks are open the Friday before.
 */
export function listFederalReserveHolidays(year: number): readonly Day[] {
  const known = holidaysByYear.get(year);
  if (known) return known;
  const holidays = holidayRules.filter((rule) => year >= rule.since).map((rule) => observedOn(rule.on(year)));
  holidaysByYear.set(year, holidays);
  return holidays;
}

export function isFederalReserveHoliday(date: Day): boolean {
  return listFederalReserveHolidays(Number(date.slice(0, 4))).includes(date);
}

export function isBusinessDay(date: Day, calendar: NonPaymentCalendar): boolean {
  return !isWeekend(date) && !isNonPaymentDay(date, calendar);
}

export function nextBusinessDay(from: Day, calendar: NonPaymentCalendar): Day {
  return addBusinessDays(from, 1, calendar);
}

/** Returns `from` if it is a business day, otherwise the next one. */
export function businessDayOnOrAfter(from: Day, calendar: NonPaymentCalendar): Day {
  return isBusinessDay(from, calendar) ? from : nextBusinessDay(from, calendar);
}

/** Moves by `count` business days, backward if negative. Zero returns `from` even if it isn't a business day. */
export function addBusinessDays(from: Day, count: number, calendar: NonPaymentCalendar): Day {
  const step = Math.sign(count);
  let date = from;
  for (let left = Math.abs(count); left > 0;) {
    date = addDays(date, step);
    if (isBusinessDay(date, calendar)) left -= 1;
  }
  return date;
}

/** Holidays never are; weekends are where the institution allows them (P 5). */
function isPaymentDay(date: Day, calendar: NonPaymentCalendar, weekends: boolean): boolean {
  return !isNonPaymentDay(date, calendar) && (weekends || !isWeekend(date));
}

/** Returns `from` if it is a payment day, otherwise the next one. */
export function paymentDayOnOrAfter(from: Day, calendar: NonPaymentCalendar, weekends: boolean): Day {
  let date = from;
  while (!isPaymentDay(date, calendar, weekends)) date = addDays(date, 1);
  return date;
}

/**
 * Lists holidays and the institution's own days from `from` to `to`, inclusive, in order. Omits plain weekends, which
 * have their own switch (P 5).
 */
export function listNonPaymentDays(from: Day, to: Day, extra: readonly Day[]): Day[] {
  const years = yearsFrom(from, to);
  const days = new Set([...years.flatMap(listFederalReserveHolidays), ...extra]);
  return [...days].filter((date) => date >= from && date <= to).toSorted();
}

/** Both times are `HH:MM` in the institution's time zone. A draft at the cut-off itself is late. */
export function isPastCutoff(wallTime: string, cutoff: string): boolean {
  return wallTime >= cutoff;
}

/** The first day a bank draft can be made: today, or after the cut-off the next business day. */
export function earliestAchPaymentOn(today: Day, pastCutoff: boolean, calendar: NonPaymentCalendar): Day {
  return pastCutoff ? nextBusinessDay(today, calendar) : today;
}

function isNonPaymentDay(date: Day, calendar: NonPaymentCalendar): boolean {
  return isFederalReserveHoliday(date) || calendar.extraNonPaymentDays.includes(date);
}

interface HolidayRule {
  readonly since: number;
  readonly on: (year: number) => Day;
}

/** The Federal Reserve's list since the Uniform Monday Holiday Act took its present form (1978). */
const holidayRules: readonly HolidayRule[] = [
  { since: 0, on: (year) => dayOf(year, 1, 1) },
  { since: 1986, on: (year) => nthWeekday(year, 1, 3, 1) },
  { since: 0, on: (year) => nthWeekday(year, 2, 3, 1) },
  { since: 0, on: (year) => lastMondayOfMay(year) },
  { since: 2021, on: (year) => dayOf(year, 6, 19) },
  { since: 0, on: (year) => dayOf(year, 7, 4) },
  { since: 0, on: (year) => nthWeekday(year, 9, 1, 1) },
  { since: 0, on: (year) => nthWeekday(year, 10, 2, 1) },
  { since: 0, on: (year) => dayOf(year, 11, 11) },
  { since: 0, on: (year) => nthWeekday(year, 11, 4, 4) },
  { since: 0, on: (year) => dayOf(year, 12, 25) },
];

/** Cached because every date rule asks for them. */
const holidaysByYear = new Map<number, readonly Day[]>();

function observedOn(holiday: Day): Day {
  return weekdayOf(holiday) === 7 ? addDays(holiday, 1) : holiday;
}

function nthWeekday(year: number, month: number, nth: number, weekday: Weekday): Day {
  const first = dayOf(year, month, 1);
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (nth - 1));
}

function lastMondayOfMay(year: number): Day {
  const last = dayOf(year, 5, 31);
  return addDays(last, 1 - weekdayOf(last));
}

function dayOf(year: number, month: number, dayOfMonth: number): Day {
  const pad = (value: number, length: number) => String(value).padStart(length, '0');
  return day(`${pad(year, 4)}-${pad(month, 2)}-${pad(dayOfMonth, 2)}`);
}

function yearsFrom(from: Day, to: Day): number[] {
  const first = Number(from.slice(0, 4));
  const last = Number(to.slice(0, 4));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
