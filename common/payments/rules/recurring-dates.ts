import { addDays, type Day, dayInMonth, dayOfMonth } from '../../core/dates.ts';
import type { RecurringOption } from './payment-types.ts';
import { type NonPaymentCalendar, paymentDayOnOrAfter } from '../../core/business-days.ts';
import { ANNOUNCED_DAYS_BEFORE, hasNotice } from './notice.ts';
import type { PaymentSettings } from './payment-settings.ts';

export interface Recurrence {
  readonly option: RecurringOption;
  readonly daysBeforeDue: number;
  /** The first payment; its day of the month is kept after shorter months. */
  readonly firstOn: Day;
}

/** The second semi-monthly payment is two weeks after the first (P 9). */
const SECOND_AFTER_DAYS = 14;

/**
 * Returns the next nominal date after `after`.
 * @param dueDays the loan's due days in order, needed for `DaysBeforeDue`
 * @returns undefined if the loan has no due day that late
 */
export function nextRecurringDay(recurrence: Recurrence, after: Day, dueDays: readonly Day[]): Day | undefined {
  const { option, firstOn } = recurrence;
  if (option === 'DaysBeforeDue') return nextDayBeforeDue(recurrence.daysBeforeDue, after, dueDays);
  if (after < firstOn) return firstOn;
  for (let index = 1; ; index += 1) {
    const runOn = occurrence(recurrence, index);
    if (runOn > after) return runOn;
  }
}

/** Returns the first day after `after` that is so many days before a due day; undefined if the loan has none that late. */
export function nextDayBeforeDue(daysBeforeDue: number, after: Day, dueDays: readonly Day[]): Day | undefined {
  return dueDays.map((dueOn) => addDays(dueOn, -daysBeforeDue)).find((runOn) => runOn > after);
}

function occurrence({ option, firstOn }: Recurrence, index: number): Day {
  const agreed = dayOfMonth(firstOn);
  switch (option) {
    case 'Weekly':
      return addDays(firstOn, 7 * index);
    case 'BiWeekly':
      return addDays(firstOn, 14 * index);
    case 'SemiMonthly': {
      const first = dayInMonth(firstOn, (index - (index % 2)) / 2, agreed);
      return index % 2 === 0 ? first : addDays(first, SECOND_AFTER_DAYS);
    }
    case 'DayOfMonth':
    case 'DaysBeforeDue':
      return dayInMonth(firstOn, index, agreed);
  }
}

interface WithCalendar {
  readonly calendar: NonPaymentCalendar;
}

/** A nominal date of the recurrence, and the payment day it is drawn on. */
export interface Run {
  readonly nextOn: Day;
  readonly runOn: Day;
}

/** The payment day is never before the nominal date. */
export function runOf(nextOn: Day, { calendar }: WithCalendar, settings: PaymentSettings): Run {
  const weekends = settings.weekendAchDatesAllowed || settings.weekendRecurringDatesAllowed;
  return { nextOn, runOn: paymentDayOnOrAfter(nextOn, calendar, weekends) };
}

/**
 * Returns whether a change leaves the days of a recurring payment as they are: then the day it was agreed for stays, also
 * if this payment falls on another one because of a holiday or a short month.
 * @param payOn as the customer sees and sends it: the day on which the next payment is drawn
 */
export function keepsDays(
  { recurrence, runOn }: { readonly recurrence: Recurrence; readonly runOn: Day },
  { option, payOn }: { readonly option: RecurringOption; readonly payOn: Day },
): boolean {
  return option === recurrence.option && option !== 'DaysBeforeDue' && payOn === runOn;
}

/** Returns the first payment day that a varying debit can be announced for today. */
export function runWithNotice(today: Day, institution: WithCalendar, settings: PaymentSettings): Day {
  return runOf(addDays(today, ANNOUNCED_DAYS_BEFORE), institution, settings).runOn;
}

/** Returns the payment day of a varying debit: its own, or a later one if only that can be announced in time. */
export function dayInTime(runOn: Day, today: Day, institution: WithCalendar, settings: PaymentSettings): Day {
  return hasNotice(runOn, today) ? runOn : runWithNotice(today, institution, settings);
}

/** Returns the first run of a new recurring payment. One that varies is drawn on a day for which it can be announced. */
export function newRun(
  firstOn: Day,
  { varies, today }: { readonly varies: boolean; readonly today: Day },
  institution: WithCalendar,
  settings: PaymentSettings,
): Run {
  const run = runOf(firstOn, institution, settings);
  return varies ? { ...run, runOn: dayInTime(run.runOn, today, institution, settings) } : run;
}

/**
 * Returns the next run after a day.
 * @param due a loan that owes nothing has no due day; it is checked again one period later
 */
export function runAfter(
  recurrence: Recurrence,
  after: Day,
  due: { readonly upcomingDueDays: readonly Day[]; readonly periodDays: number },
  institution: WithCalendar,
  settings: PaymentSettings,
): Run {
  const nextOn = nextRecurringDay(recurrence, after, due.upcomingDueDays) ?? addDays(after, due.periodDays);
  return runOf(nextOn, institution, settings);
}

/** A run of a recurring payment. Its payment day is later than that of its date if it was announced too late. */
export interface PlannedRun extends Run {
  readonly recurrence: Recurrence;
  readonly paysTotalDue: boolean;
}

/**
 * Returns the run after this one. One that varies pays all that is due by its day, so the dates that can't be announced
 * in time after it are left out, and the following ones keep their days.
 * @param due as of `runAfter`
 */
export function runAfterRun(
  { recurrence, paysTotalDue, ...run }: PlannedRun,
  due: Parameters<typeof runAfter>[2],
  institution: WithCalendar,
  settings: PaymentSettings,
): Run {
  let next = runAfter(recurrence, run.nextOn, due, institution, settings);
  if (!paysTotalDue) return next;
  while (!hasNotice(next.runOn, run.runOn)) next = runAfter(recurrence, next.nextOn, due, institution, settings);
  return next;
}
