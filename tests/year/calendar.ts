import { isAHoliday } from '@18f/us-federal-holidays';

/**
 * Days as text, computed with the JavaScript Date in UTC and an outside list of holidays, so the replay shares no
 * calendar with the product.
 */

const DAY_MS = 86_400_000;

function numberOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}

export function plusDays(day: string, days: number): string {
  return new Date((numberOf(day) + days) * DAY_MS).toISOString().slice(0, 10);
}

export function daysFrom(from: string, to: string): number {
  return numberOf(to) - numberOf(from);
}

/** The wanted day of the month `months` later; a shorter month has its last day instead. */
export function plusMonths(day: string, months: number, wantedDay = Number(day.slice(8))): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const date = Date.UTC(year, month - 1 + months, Math.min(wantedDay, lastDay));
  return new Date(date).toISOString().slice(0, 10);
}

const holidays = new Map<string, boolean>();

function isHoliday(day: string): boolean {
  const known = holidays.get(day) ?? isListed(day);
  holidays.set(day, known);
  return known;
}

function isListed(day: string): boolean {
  // The Reserve Banks are open on the Friday before a Saturday holiday.
  return isAHoliday(new Date(`${day}T00:00:00Z`), {
    shiftSaturdayHolidays: false,
    shiftSundayHolidays: true,
    utc: true,
  });
}

/** Holidays, weekends, and the days on which the institution itself is closed. */
export class BankingCalendar {
  readonly #closed: ReadonlySet<string>;

  constructor(closed: readonly string[]) {
    this.#closed = new Set(closed);
  }

  /** No payment is made on one, though weekends may have some. */
  isHoliday(day: string): boolean {
    return isHoliday(day) || this.#closed.has(day);
  }

  isBankingDay(day: string): boolean {
    return !isWeekend(day) && !this.isHoliday(day);
  }

  bankingDayFrom(day: string): string {
    return this.isBankingDay(day) ? day : this.bankingDayFrom(plusDays(day, 1));
  }

  bankingDayAfter(day: string): string {
    return this.bankingDayFrom(plusDays(day, 1));
  }
}

function isWeekend(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6;
}
