import { addDays, type Day, dayInMonth, daysBetween } from '../../core/dates.ts';
import type { BillingFrequency } from '#common/payments/rules/payment-types.ts';

export interface BillingSchedule {
  readonly billingFrequency: BillingFrequency;
  /** 1 to 31; a shorter month bills on its last day. */
  readonly dueDay: number;
  /** Schedules that applied before, oldest first. */
  readonly formerSchedules?: readonly FormerSchedule[];
}

/** How a loan was billed until its due day changed or installments were deferred. */
export interface FormerSchedule {
  readonly dueDay: number;
  readonly maturityOn: Day | null;
  /** The first installment that moved, on its new day. */
  readonly from: Day;
  /** When that installment was due before. Never later than `from`. */
  readonly insteadOf: Day;
  /** Installments were deferred: the loan is billed as before, except between `insteadOf` and `from`. */
  readonly deferred?: Deferred;
}

export interface Deferred {
  /** How many. */
  readonly installments: number;
  /** The day on which they were deferred. */
  readonly on: Day;
}

/** Returns the schedule before the newest change, and the change; undefined if there was none. */
function beforeChange(
  schedule: BillingSchedule,
): { readonly change: FormerSchedule; readonly former: BillingSchedule } | undefined {
  const { billingFrequency, formerSchedules } = schedule;
  const change = formerSchedules?.at(-1);
  if (!change) return undefined;
  const former = { billingFrequency, dueDay: change.dueDay, formerSchedules: formerSchedules?.slice(0, -1) ?? [] };
  return { change, former };
}

/** Returns the day of the month, 1 to 31, that was agreed for an installment. */
export function agreedDueDay(schedule: BillingSchedule, dueOn: Day): number {
  const before = beforeChange(schedule);
  return before && (before.change.deferred || dueOn < before.change.from)
    ? agreedDueDay(before.former, dueOn)
    : schedule.dueDay;
}

/** Between the day a deferred installment was due and the first day on which one is due again. */
function isDeferred({ insteadOf, from }: FormerSchedule, date: Day): boolean {
  return insteadOf <= date && date < from;
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
  const before = beforeChange(schedule);
  if (before?.change.deferred) {
    const next = dueDayAfter(before.former, dueOn);
    return isDeferred(before.change, next) ? before.change.from : next;
  }
  if (before && dueOn < before.change.from) {
    const next = dueDayAfter(before.former, dueOn);
    return next >= before.change.insteadOf ? before.change.from : next;
  }
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

/**
 * Returns the due day that comes `periods` billing periods after the due day `dueOn`, like `dueDayAfter` as many times.
 * @param periods zero or more
 */
export function dueDayLater(schedule: BillingSchedule, dueOn: Day, periods: number): Day {
  const before = beforeChange(schedule);
  if (before && dueOn < before.change.from) {
    return periods === 0 ? dueOn : dueDayLater(schedule, dueDayAfter(schedule, dueOn), periods - 1);
  }
  if (before?.change.deferred) return dueDayLater(before.former, dueOn, periods);
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
  const before = beforeChange(schedule);
  if (before?.change.deferred) {
    const previous = dueDayBefore(before.former, dueOn);
    return isDeferred(before.change, previous) ? dueDayBefore(before.former, before.change.insteadOf) : previous;
  }
  if (before && dueOn <= before.change.from) {
    return dueDayBefore(before.former, dueOn === before.change.from ? before.change.insteadOf : dueOn);
  }
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

/** Counts the due days from `first`, which must be one, through `last`. Returns zero if `last` is earlier. */
export function countDueDays(schedule: BillingSchedule, first: Day, last: Day): number {
  if (last < first) return 0;
  const before = beforeChange(schedule);
  if (before?.change.deferred) {
    const { from, insteadOf } = before.change;
    const lastDeferred = addDays(from, -1);
    const deferred =
      first < from ? countDueDays(before.former, insteadOf, last < lastDeferred ? last : lastDeferred) : 0;
    return countDueDays(before.former, first, last) - deferred;
  }
  if (before && first < before.change.from) {
    const { from, insteadOf } = before.change;
    const lastFormer = addDays(insteadOf, -1);
    const former = countDueDays(before.former, first, last < lastFormer ? last : lastFormer);
    return former + countDueDays(schedule, from, last);
  }
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
  const before = beforeChange(schedule);
  if (before?.change.deferred) return !isDeferred(before.change, date) && isDueDay(before.former, date);
  if (before && date < before.change.from) return date < before.change.insteadOf && isDueDay(before.former, date);
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
