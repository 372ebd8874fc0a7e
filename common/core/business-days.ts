import { addDays, type Day, day, isWeekend, type Weekday, weekdayOf } from './dates.ts';

/** Days on which an institution moves no money, besides weekends and the Federal Reserve's holidays. */
export interface NonPaymentCalendar {
  readonly extraNonPaymentDays: readonly Day[];
}

/**
 * The Federal Reserve's holidays of a year on the days they are observed, in order.
 * One on a Sunday is observed on the Monday after; one on a Saturday is not moved
 * (the Reserve Banks are open on the Friday before).
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

/** Neither weekend, nor holiday, nor one of the institution's own days. */
export function isBusinessDay(date: Day, calendar: NonPaymentCalendar): boolean {
  return !isWeekend(date) && !isNonPaymentDay(date, calendar);
}

/** The first business day after `from`. */
export function nextBusinessDay(from: Day, calendar: NonPaymentCalendar): Day {
  return addBusinessDays(from, 1, calendar);
}

/** `from` itself when it is a business day, otherwise the first one after it. */
export function businessDayOnOrAfter(from: Day, calendar: NonPaymentCalendar): Day {
  return isBusinessDay(from, calendar) ? from : nextBusinessDay(from, calendar);
}

/**
 * The business day `count` business days after `from` (before it when negative);
 * zero gives `from` itself, whatever day it is.
 */
export function addBusinessDays(from: Day, count: number, calendar: NonPaymentCalendar): Day {
  const step = Math.sign(count);
  let date = from;
  for (let left = Math.abs(count); left > 0;) {
    date = addDays(date, step);
    if (isBusinessDay(date, calendar)) left -= 1;
  }
  return date;
}

/** A day on which payments are made: never a holiday, and a weekend only where the institution says so (P 5). */
function isPaymentDay(date: Day, calendar: NonPaymentCalendar, weekends: boolean): boolean {
  return !isNonPaymentDay(date, calendar) && (weekends || !isWeekend(date));
}

/** `from` itself when payments are made on it, otherwise the first such day after it. */
export function paymentDayOnOrAfter(from: Day, calendar: NonPaymentCalendar, weekends: boolean): Day {
  let date = from;
  while (!isPaymentDay(date, calendar, weekends)) date = addDays(date, 1);
  return date;
}

/**
 * Holidays and the institution's own days from `from` to `to`, both included, in order.
 * Plain weekends are left out: whether they are payment days is a switch of its own (P 5).
 */
export function listNonPaymentDays(from: Day, to: Day, extra: readonly Day[]): Day[] {
  const years = yearsFrom(from, to);
  const days = new Set([...years.flatMap(listFederalReserveHolidays), ...extra]);
  return [...days].filter((date) => date >= from && date <= to).toSorted();
}

/** Both as `HH:MM` on the institution's wall; at the cut-off itself a draft is late. */
export function isPastCutoff(wallTime: string, cutoff: string): boolean {
  return wallTime >= cutoff;
}

/** The first day a bank draft can carry: today, or after the cut-off the next business day. */
export function earliestAchPaymentOn(today: Day, pastCutoff: boolean, calendar: NonPaymentCalendar): Day {
  return pastCutoff ? nextBusinessDay(today, calendar) : today;
}

function isNonPaymentDay(date: Day, calendar: NonPaymentCalendar): boolean {
  return isFederalReserveHoliday(date) || calendar.extraNonPaymentDays.includes(date);
}

interface HolidayRule {
  /** First year the holiday was kept. */
  readonly since: number;
  readonly on: (year: number) => Day;
}

/** The Federal Reserve's list as it stands since the Uniform Monday Holiday Act took its present form (1978). */
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

/** Holidays of a year never change, and every date rule asks for them again. */
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
