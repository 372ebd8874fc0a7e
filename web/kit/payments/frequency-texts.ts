import type { Frequency } from '#common/rules/payments/payment-types.ts';

/** What frequencies are called (P 4). */
export const frequencyTexts = {
  OneTime: 'frequency.oneTime',
  OnDueDate: 'frequency.onDueDate',
  DaysBeforeDue: 'frequency.daysBeforeDue',
  MonthlyOnDate: 'frequency.monthlyOnDate',
  SemiMonthly: 'frequency.semiMonthly',
  TwoWeeks: 'frequency.twoWeeks',
  Weekly: 'frequency.weekly',
} as const satisfies Record<Frequency, string>;
