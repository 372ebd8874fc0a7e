import type { BankAccountType, CardBrand, Frequency } from './payment-types.ts';

/** P 4. */
export const frequencyTexts = {
  OneTime: 'frequency.oneTime',
  OnDueDate: 'frequency.onDueDate',
  DaysBeforeDue: 'frequency.daysBeforeDue',
  MonthlyOnDate: 'frequency.monthlyOnDate',
  SemiMonthly: 'frequency.semiMonthly',
  TwoWeeks: 'frequency.twoWeeks',
  Weekly: 'frequency.weekly',
} as const satisfies Record<Frequency, string>;

export const brandTexts = {
  visa: 'payMethod.brandVisa',
  amex: 'payMethod.brandAmex',
  master: 'payMethod.brandMaster',
  discover: 'payMethod.brandDiscover',
} as const satisfies Record<CardBrand, string>;

export const bankAccountTypeTexts = {
  Checking: 'payMethod.checking',
  Savings: 'payMethod.savings',
} as const satisfies Record<BankAccountType, string>;
