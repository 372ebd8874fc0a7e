import { addDays, type Day, dayInMonth, daysBetween } from '../../core/dates.ts';
import type { BillingFrequency } from '#common/payments/rules/payment-types.ts';

export interface BillingSchedule {
  readonly billingFrequency: BillingFrequency;
  /** 1 to 31; a shorter month bills on its last day. */
  readonly dueDay: number;
}

/** Days per period as the payment flow counts them (P 3, NumberDaysInPeriod). */
export const daysInPeriod: Readonly<Record<BillingFrequency, number>> = {
  Monthly: 30,
  SemiMonthly: 15,
  TwoWeeks: 14,
  Weekly: 7,
};

/**
 * Returns the next due day. Semi-monthly means the agreed day and the day two weeks later, as for semi-monthly payments
 * (P 2).
 */
export function dueDayAfter(schedule: BillingSchedule, dueOn: Day): Day {
  switch (schedule.billingFrequency) {
    case 'Weekly':
      return addDays(dueOn, 7);
    case 'TwoWeeks':
      return addDays(dueOn, 14);
    case 'Monthly':
      return dayInMonth(dueOn, 1, schedule.dueDay);
    case 'SemiMonthly':
      return isAgreedDay(dueOn, schedule.dueDay)
        ? addDays(dueOn, 14)
        : dayInMonth(addDays(dueOn, -14), 1, schedule.dueDay);
  }
}

export function dueDayLater(schedule: BillingSchedule, dueOn: Day, periods: number): Day {
  switch (schedule.billingFrequency) {
    case 'Weekly':
      return addDays(dueOn, 7 * periods);
    case 'TwoWeeks':
      return addDays(dueOn, 14 * periods);
    case 'Monthly':
      return dayInMonth(dueOn, periods, schedule.dueDay);
    case 'SemiMonthly': {
      const months = (periods - (periods % 2)) / 2;
      const sameHalf = isAgreedDay(dueOn, schedule.dueDay)
        ? dayInMonth(dueOn, months, schedule.dueDay)
        : addDays(dayInMonth(addDays(dueOn, -14), months, schedule.dueDay), 14);
      return periods % 2 === 0 ? sameHalf : dueDayAfter(schedule, sameHalf);
    }
  }
}

/** The inverse of {@link dueDayAfter}. */
export function dueDayBefore(schedule: BillingSchedule, dueOn: Day): Day {
  switch (schedule.billingFrequency) {
    case 'Weekly':
      return addDays(dueOn, -7);
    case 'TwoWeeks':
      return addDays(dueOn, -14);
    case 'Monthly':
      return dayInMonth(dueOn, -1, schedule.dueDay);
    case 'SemiMonthly':
      return isAgreedDay(dueOn, schedule.dueDay)
        ? addDays(dayInMonth(dueOn, -1, schedule.dueDay), 14)
        : addDays(dueOn, -14);
  }
}

/** Counts due days, both ends included; zero if `last` is earlier. */
export function countDueDays(schedule: BillingSchedule, first: Day, last: Day): number {
  if (last < first) return 0;
  switch (schedule.billingFrequency) {
    case 'Weekly':
      return wholePeriods(daysBetween(first, last), 7) + 1;
    case 'TwoWeeks':
      return wholePeriods(daysBetween(first, last), 14) + 1;
    case 'Monthly': {
      const months = monthNumber(last) - monthNumber(first);
      return dayInMonth(first, months, schedule.dueDay) <= last ? months + 1 : months;
    }
    case 'SemiMonthly': {
      let count = 0;
      for (let dueOn = first; dueOn <= last; dueOn = dueDayAfter(schedule, dueOn)) count += 1;
      return count;
    }
  }
}

/** Returns whether a day can be a due day; with weekly frequencies every day can. */
export function isDueDay(schedule: BillingSchedule, date: Day): boolean {
  switch (schedule.billingFrequency) {
    case 'Weekly':
    case 'TwoWeeks':
      return true;
    case 'Monthly':
      return isAgreedDay(date, schedule.dueDay);
    case 'SemiMonthly':
      return isAgreedDay(date, schedule.dueDay) || isAgreedDay(addDays(date, -14), schedule.dueDay);
  }
}

function isAgreedDay(date: Day, dueDay: number): boolean {
  return dayInMonth(date, 0, dueDay) === date;
}

function monthNumber(date: Day): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

function wholePeriods(days: number, periodDays: number): number {
  return (days - (days % periodDays)) / periodDays;
}
