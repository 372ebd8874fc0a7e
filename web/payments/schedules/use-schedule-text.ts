import type { RecurringPayment } from '#common/payments/rules/payment-types.ts';
import { useTexts } from '#web/institution/settings.ts';
import { ordinalDay } from './ordinal.ts';

/** Formats frequency and next payment: `Every week, next on December 5th`. */
export function useScheduleText(): (payment: RecurringPayment) => string {
  const text = useTexts();
  return ({ option, daysBeforeDue, nextOn }) => {
    const next = ordinalDay(nextOn);
    if (option !== 'DaysBeforeDue') return text(schedules[option], next) ?? next;
    return daysBeforeDue === 0
      ? (text('recurringPanel.onDueDate', next) ?? next)
      : (text('recurringPanel.daysBeforeDue', String(daysBeforeDue), next) ?? next);
  };
}

const schedules = {
  Weekly: 'recurringPanel.weekly',
  BiWeekly: 'recurringPanel.biWeekly',
  SemiMonthly: 'recurringPanel.semiMonthly',
  DayOfMonth: 'recurringPanel.dayOfMonth',
} as const;
