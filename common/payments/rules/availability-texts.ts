import type { FrequencyBlock, PayoffBlock, ScheduleBlock } from './method-availability.ts';
import type { PaymentDayBlock, PayNowBlock, RecurringDayBlock } from './payment-days.ts';
import type { PrincipalOnlyBlock } from './principal-only.ts';

export function payNowBlockText(reason: PayNowBlock) {
  return payNowBlockTexts[reason];
}

export function scheduleBlockText(reason: ScheduleBlock) {
  return scheduleBlockTexts[reason];
}

export function frequencyBlockText(reason: FrequencyBlock) {
  return frequencyBlockTexts[reason];
}

export function paymentDayBlockText(reason: PaymentDayBlock) {
  return paymentDayBlockTexts[reason];
}

export function recurringDayBlockText(reason: RecurringDayBlock) {
  return recurringDayBlockTexts[reason];
}

export function payoffBlockText(reason: PayoffBlock) {
  return payoffBlockTexts[reason];
}

/** Returns undefined if the choice isn't shown at all. */
export function principalOnlyBlockText(reason: PrincipalOnlyBlock) {
  return principalOnlyBlockTexts[reason];
}

const principalOnlyBlockTexts = {
  NotOffered: undefined,
  OnlyToday: 'payWhy.principalOnlyToday',
  LockedForPayoff: 'payWhy.principalOnlyLocked',
  InDispute: 'payWhy.principalOnlyInDispute',
  InstallmentDue: 'payWhy.principalOnlyInstallmentDue',
  FeesDue: 'payWhy.principalOnlyFeesDue',
  NoPrincipal: undefined,
} as const satisfies Record<PrincipalOnlyBlock, string | undefined>;

const payNowBlockTexts = {
  ImmediateAchBlocked: 'paymentMethodError.immediateAchBlocked',
  AfterCutoff: 'paymentMethodError.immediateAchBlocked',
  Holiday: 'paymentError.PaymentDateHolidayError',
  Weekend: 'paymentError.PaymentDateWeekendError',
} as const satisfies Record<PayNowBlock, string>;

const paymentDayBlockTexts = {
  ...payNowBlockTexts,
  Past: 'payDate.past',
  BeyondPeriod: 'payDate.beyondPeriod',
  CardExpires: 'paymentError.CardExpiresBefore',
  NotSchedulable: 'payDate.notAllowed',
} as const satisfies Record<PaymentDayBlock, string>;

const recurringDayBlockTexts = {
  NotInFuture: 'payDate.notInFuture',
  BeyondFirstMonth: 'payDate.beyondFirstMonth',
  Holiday: 'paymentError.PaymentDateHolidayError',
  Weekend: 'payDate.notAllowed',
  NotSchedulable: 'payDate.notAllowed',
  DayOfMonthTooLate: 'payDate.notAllowed',
  TooSoonForNotice: 'payDate.tooSoonForNotice',
  CardExpires: 'paymentError.CardExpiresBefore',
} as const satisfies Record<RecurringDayBlock, string>;

const scheduleBlockTexts = {
  HasRecurring: 'payWhy.hasRecurring',
  PastDue: 'payWhy.overdue',
  Delinquent: 'payWhy.delinquent',
  QuotaReached: 'paymentError.ReachedMaxScheduledAllowed',
  TypeNotAllowed: 'payWhy.typeNotScheduled',
  SingleUseCard: 'paymentError.MustSavePaymentMethod',
  OnlyImmediate: 'payWhy.onlyImmediate',
} as const satisfies Record<ScheduleBlock, string>;

const frequencyBlockTexts = {
  HasRecurring: 'payWhy.hasRecurring',
  BlockedByHost: 'payWhy.recurringBlocked',
  PastDue: 'payWhy.overdue',
  Delinquent: 'payWhy.delinquent',
  HasScheduled: 'payWhy.hasScheduled',
  HasMultipleScheduled: 'payWhy.hasScheduled',
  TypeNotAllowed: 'payWhy.typeNotRecurring',
  SingleUseCard: 'paymentError.PayWithoutSaving',
  OnlyImmediate: 'payWhy.onlyImmediate',
  NotOffered: 'payWhy.notOffered',
  ForcedOnDueDate: 'payWhy.forcedOnDueDate',
  ForcedDaysBeforeDue: 'payWhy.forcedDaysBeforeDue',
  BillingFrequency: 'payWhy.billingFrequency',
  TooOftenForNotice: 'payWhy.tooOftenForNotice',
  NoDueDate: 'payWhy.noDueDate',
  NoDayLeft: 'payWhy.noDayLeft',
} as const satisfies Record<FrequencyBlock, string>;

const payoffBlockTexts = {
  NothingToPayOff: 'payWhy.nothingToPayOff',
  Hidden: 'payWhy.notOffered',
  PartOfPayoffOnly: 'payWhy.partOfPayoffOnly',
  AboveCardMaximum: 'payWhy.payoffAboveCardMaximum',
  AboveBankMaximum: 'payWhy.payoffAboveBankMaximum',
  FutureNotAllowed: 'payWhy.futurePayoffNotAllowed',
  OnlyTodayButNotNow: 'payWhy.payoffOnlyTodayButNotNow',
  Overdue: 'payWhy.overdue',
  LockedForPayoff: 'payWhy.payoffLocked',
  InDispute: 'payWhy.payoffInDispute',
} as const satisfies Record<PayoffBlock, string>;
