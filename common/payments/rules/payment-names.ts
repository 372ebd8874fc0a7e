import type { PaymentPart } from './breakdown.ts';
import type { BankAccountType, CardBrand, Frequency } from './payment-types.ts';

/** On confirmation and receipt (P 2). */
export const partTexts = {
  amount: 'confirm.amount',
  additionalPrincipal: 'confirm.additionalPrincipal',
  principalOnly: 'confirm.principalOnly',
  fee: 'confirm.fee',
} as const satisfies Record<PaymentPart, string>;

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
