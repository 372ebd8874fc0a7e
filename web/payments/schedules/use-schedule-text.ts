import type { RecurringPayment } from '#common/payments/rules/payment-types.ts';
import { useTexts } from '#web/institution/settings.ts';
import { type Day, dayOfMonth, formatMonth } from '#common/core/dates.ts';

const endings: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };

/** Formats frequency and next payment: `Every week, next on December 5th`, or `Every week, paused`. */
export function useScheduleText(): (payment: RecurringPayment) => string {
  const text = useTexts();
  return ({ option, daysBeforeDue, nextOn, paused }) => {
    if (paused) {
      const beforeDue = daysBeforeDue === 0 ? 'onDueDate' : 'daysBeforeDue';
      const key = option === 'DaysBeforeDue' ? beforeDue : pausedSchedules[option];
      return text(`recurringPanel.${key}Paused`, { days: String(daysBeforeDue) }) ?? '';
    }
    const next = ordinalDay(nextOn);
    if (option !== 'DaysBeforeDue') return text(schedules[option], { date: next }) ?? next;
    return daysBeforeDue === 0
      ? (text('recurringPanel.onDueDate', { date: next }) ?? next)
      : (text('recurringPanel.daysBeforeDue', { days: String(daysBeforeDue), date: next }) ?? next);
  };
}

const schedules = {
  Weekly: 'recurringPanel.weekly',
  BiWeekly: 'recurringPanel.biWeekly',
  SemiMonthly: 'recurringPanel.semiMonthly',
  DayOfMonth: 'recurringPanel.dayOfMonth',
} as const;

const pausedSchedules = {
  Weekly: 'weekly',
  BiWeekly: 'biWeekly',
  SemiMonthly: 'semiMonthly',
  DayOfMonth: 'dayOfMonth',
} as const;

/** `1st`, `2nd`, `3rd`, `4th`, `11th`, `21st`, … */
export function ordinal(count: number): string {
  const lastTwo = count % 100;
  if (lastTwo >= 11 && lastTwo <= 13) return `${count}th`;
  return `${count}${endings[count % 10] ?? 'th'}`;
}

/** `December 5th`, as in texts about recurring payments (P 5). */
export function ordinalDay(day: Day): string {
  const [month = ''] = formatMonth(day).split(' ');
  return `${month} ${ordinal(dayOfMonth(day))}`;
}
