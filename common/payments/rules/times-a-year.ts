import type { BillingFrequency, RecurringOption } from './payment-types.ts';

const timesByFrequency = {
  Monthly: 12,
  DayOfMonth: 12,
  SemiMonthly: 24,
  TwoWeeks: 26,
  BiWeekly: 26,
  Weekly: 52,
} as const satisfies Record<BillingFrequency | Exclude<RecurringOption, 'DaysBeforeDue'>, number>;

export function installmentsAYear(billingFrequency: BillingFrequency): number {
  return timesByFrequency[billingFrequency];
}

/** Returns how often a recurring payment is made; `DaysBeforeDue` follows the installments. */
export function paymentsAYear(option: RecurringOption, billingFrequency: BillingFrequency): number {
  return timesByFrequency[option === 'DaysBeforeDue' ? billingFrequency : option];
}
