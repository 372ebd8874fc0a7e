import { dayOfNumber, daysInMonth, isoDay, numberOfDay } from './day-numbers.ts';

/**
 * Calendar days without a time or zone, as ISO text (`2026-11-21`): they compare as strings and never shift with a time
 * zone.
 */
declare const dayBrand: unique symbol;

export type Day = string & { readonly [dayBrand]: true };

/** 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** @throws RangeError if the text isn't a real calendar day in ISO form. */
export function day(text: string): Day {
  const found = findDay(text);
  if (!found) throw new RangeError(`Not a calendar day: ${text}`);
  return found;
}

/** Returns the day of an ISO text, ignoring a time after it, or undefined. */
export function findDay(text: string): Day | undefined {
  const iso = text.slice(0, 10);
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(iso);
  if (!match) return undefined;
  const [year, month, dayWanted] = match.slice(1).map(Number) as [number, number, number];
  const exists = month >= 1 && month <= 12 && dayWanted >= 1 && dayWanted <= daysInMonth(year, month);
  return exists ? (iso as Day) : undefined;
}

/** Returns the day of `MM/DD/YYYY`, or undefined. */
export function parseUsDay(text: string): Day | undefined {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  return match ? findDay(`${match[3]}-${match[1]}-${match[2]}`) : undefined;
}

/** Returns the calendar day at `instant` in a time zone such as `America/New_York`. */
export function dayAt(instant: Temporal.Instant, timeZone: string): Day {
  return instant.toZonedDateTimeISO(timeZone).toPlainDate().toString() as Day;
}

export function addDays(from: Day, days: number): Day {
  return dayOfNumber(numberOfDay(from) + days) as Day;
}

/** Adds months; a day missing from the target month becomes its last day (Jan 31 + 1 month is Feb 28 or 29). */
export function addMonths(from: Day, months: number): Day {
  return dayInMonth(from, months, dayOfMonth(from));
}

/** Returns the given day of the month, `months` after that of `from`, or the month's last day if it is shorter. */
export function dayInMonth(from: Day, months: number, dayWanted: number): Day {
  const count = Number(from.slice(0, 4)) * 12 + Number(from.slice(5, 7)) - 1 + months;
  const month = (count % 12) + 1;
  const year = (count - month + 1) / 12;
  return isoDay(year, month, Math.min(dayWanted, daysInMonth(year, month))) as Day;
}

/** Whole days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return numberOfDay(to) - numberOfDay(from);
}

export function weekdayOf(date: Day): Weekday {
  // Day 0 was a Thursday; adding whole weeks keeps the remainder nonnegative.
  return (((numberOfDay(date) + 7 * 200_000 + 3) % 7) + 1) as Weekday;
}

export function isWeekend(date: Day): boolean {
  return weekdayOf(date) >= 6;
}

export function dayOfMonth(date: Day): number {
  return Number(date.slice(8, 10));
}

export function lastDayOfMonth(date: Day): Day {
  return dayInMonth(date, 0, 31);
}

export function earlierDay(a: Day, b: Day): Day {
  return a <= b ? a : b;
}

export function laterDay(a: Day, b: Day): Day {
  return a >= b ? a : b;
}

/** `11/21/2026` (A 9). */
export function formatDay(date: Day): string {
  return `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;
}

const dayFormats = {
  short: { month: 'short', day: 'numeric' },
  medium: { dateStyle: 'medium' },
  month: { year: 'numeric', month: 'long' },
  long: { dateStyle: 'long' },
  full: { dateStyle: 'full' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Keeps each formatter, because a phone needs milliseconds to make one; made late, as some browsers load Temporal. */
function formatAs(format: keyof typeof dayFormats, date: Day): string {
  const formatter = formatters.get(format) ?? new Intl.DateTimeFormat('en-US', dayFormats[format]);
  formatters.set(format, formatter);
  return formatter.format(Temporal.PlainDate.from(date));
}

/** `Dec 1`, for headlines where the year is obvious. */
export function formatDayShort(date: Day): string {
  return formatAs('short', date);
}

/** `Nov 21, 2026`, in sentences. */
export function formatDayMedium(date: Day): string {
  return formatAs('medium', date);
}

/** `September 2028`. */
export function formatMonth(date: Day): string {
  return formatAs('month', date);
}

/** `November 21, 2026` (C-117). */
export function formatDayLong(date: Day): string {
  return formatAs('long', date);
}

/** `Saturday, November 21, 2026` (C-117). */
export function formatDayFull(date: Day): string {
  return formatAs('full', date);
}

/** `11/21/26, 1:05 PM` in the institution's time zone (C-117). */
export function formatInstantShort(instant: Temporal.Instant, timeZone: string | undefined): string {
  const text = instant.toLocaleString('en-US', { dateStyle: 'short', timeStyle: 'short', ...inZone(timeZone) });
  // Some ICU versions put a narrow no-break space here.
  return text.replaceAll('\u202f', ' ');
}

/** `11/21/26, 1:05 PM EST`: for paper, which leaves the institution's zone. */
export function formatInstantWithZone(instant: Temporal.Instant, timeZone: string | undefined): string {
  const text = instant.toLocaleString('en-US', {
    year: '2-digit',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    ...inZone(timeZone),
  });
  return text.replaceAll('\u202f', ' ');
}

/** `11/21/26, 1:05:09`, without AM or PM (C-118). */
export function formatTimestamp(instant: Temporal.Instant, timeZone: string | undefined): string {
  const text = instant.toLocaleString('en-US', { dateStyle: 'short', timeStyle: 'medium', ...inZone(timeZone) });
  return text.replace(/\s[AP]M$/, '');
}

/** Defaults to the machine's time zone. */
function inZone(timeZone: string | undefined): { readonly timeZone?: string } {
  return timeZone === undefined ? {} : { timeZone };
}
