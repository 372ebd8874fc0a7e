import type { AmountError } from './amounts.ts';
import type { AccountBlock, PaymentTypeBlock } from './availability.ts';
import { type HostMessage, hostMessages, notRecurringWith, notScheduledWith } from './host-messages.ts';
import type { FrequencyBlock, ScheduleBlock } from './method-availability.ts';
import type { PaymentDayBlock, RecurringDayBlock } from './payment-days.ts';
import type { PaymentTerms, PaymentType } from './payment-types.ts';
import type { PrincipalOnlyBlock } from './principal-only.ts';

/** Keys of the error catalog (P 8), and some of our own. */
export type SubmissionErrorKey =
  | 'Error'
  | 'New'
  | 'Invalid'
  | 'MultipleScheduled'
  | 'Scheduled'
  | 'Retrieving'
  | 'SecurityNotAllowed'
  | 'PayWithoutSaving'
  | 'Deleting'
  | 'ReachedMaxScheduledAllowed'
  | 'MustSavePaymentMethod'
  | 'PaymentDateMinimumError'
  | 'PaymentDateMaximumError'
  | 'PaymentBeforeCutOffTimeError'
  | 'PaymentDateHolidayError'
  | 'PaymentDateWeekendError'
  | 'PayOffQuote'
  | 'PaymentAmountMaximumError'
  | 'PaymentAmountMinimumError'
  | 'RoutingNumberInvalid'
  | 'Generic'
  | 'Connection'
  | 'Declined'
  | 'OverLimit'
  | 'InvalidInfo'
  | 'Expired'
  | 'CardExpiresBefore'
  | 'ContactUs'
  /** The bank wants a confirmation that can't be had here. */
  | 'ConfirmationRequired'
  | 'NotConfirmed'
  /** Waits for the customer's confirmation: the outcome says where. */
  | 'Confirming'
  /** The card was charged, but the core refuses to post the payment. */
  | 'Unapplied'
  /** An unapplied payment that was refunded since. */
  | 'Refunded'
  /** A principal-only payment while something is due. */
  | 'PrincipalOnlyDueFirst'
  | 'PreviewChanged'
  /** A scheduled or recurring payment that is no longer as the customer saw it. */
  | 'PaymentChanged'
  /** A scheduled payoff keeps its day and amount. */
  | 'PayoffFixed'
  | 'DraftAgreement'
  /** Terms of bank payments that the customer hasn't accepted. */
  | 'AchTerms';

/** The host's own sentence if the host refuses. */
export function accountBlockError(reason: AccountBlock, terms: PaymentTerms): SubmissionErrorKey | HostMessage {
  if (reason === 'PaymentBlocked' && terms.paymentsBlocked) return hostMessages.onlinePaymentsNotAllowed;
  return accountBlockErrors[reason];
}

export function typeBlockError(reason: PaymentTypeBlock, type: PaymentType): SubmissionErrorKey | HostMessage {
  if (reason === 'BlockedByHost' && type === 'ACH') return hostMessages.onlineAchNotAllowed;
  return typeBlockErrors[reason];
}

export function scheduleBlockError(reason: ScheduleBlock, type: PaymentType): SubmissionErrorKey | HostMessage {
  return reason === 'TypeNotAllowed' ? notScheduledWith(type) : scheduleBlockErrors[reason];
}

export function frequencyBlockError(reason: FrequencyBlock, type: PaymentType): SubmissionErrorKey | HostMessage {
  return reason === 'TypeNotAllowed' ? notRecurringWith(type) : frequencyBlockErrors[reason];
}

const accountBlockErrors: Readonly<Record<AccountBlock, SubmissionErrorKey | HostMessage>> = {
  NiteMode: hostMessages.nightlyMaintenance,
  PaymentBlocked: 'SecurityNotAllowed',
  Delinquent: hostMessages.noSecurityForOnlinePayments,
  NoPaymentNeeded: 'PaymentAmountMaximumError',
  BlockedOnPendingRecurring: 'SecurityNotAllowed',
  DisabledPaymentsAfterCutoffTime: 'PaymentBeforeCutOffTimeError',
  Unsettled: 'Generic',
  PaidOff: 'PaymentAmountMaximumError',
  ChargedOff: hostMessages.onlinePaymentsNotAllowed,
};

const typeBlockErrors: Readonly<Record<PaymentTypeBlock, SubmissionErrorKey>> = {
  BlockedByHost: 'SecurityNotAllowed',
  BlockedByHoldCode: 'SecurityNotAllowed',
  NotOffered: 'Invalid',
  DueAboveCardMaximum: 'PaymentAmountMaximumError',
};

const scheduleBlockErrors: Readonly<Record<Exclude<ScheduleBlock, 'TypeNotAllowed'>, SubmissionErrorKey>> = {
  HasRecurring: 'New',
  PastDue: 'PaymentDateMaximumError',
  Delinquent: 'PaymentDateMaximumError',
  OnlyImmediate: 'PaymentDateMaximumError',
  QuotaReached: 'ReachedMaxScheduledAllowed',
  SingleUseCard: 'MustSavePaymentMethod',
};

const frequencyBlockErrors: Readonly<Record<Exclude<FrequencyBlock, 'TypeNotAllowed'>, SubmissionErrorKey>> = {
  HasRecurring: 'New',
  BlockedByHost: 'ContactUs',
  PastDue: 'ContactUs',
  Delinquent: 'ContactUs',
  OnlyImmediate: 'ContactUs',
  HasScheduled: 'Scheduled',
  HasMultipleScheduled: 'MultipleScheduled',
  SingleUseCard: 'PayWithoutSaving',
  NotOffered: 'Invalid',
  ForcedOnDueDate: 'Invalid',
  ForcedDaysBeforeDue: 'Invalid',
  BillingFrequency: 'Invalid',
  TooOftenForNotice: 'Invalid',
  NoDueDate: 'Invalid',
  NoDayLeft: 'Invalid',
};

export const paymentDayErrors: Readonly<Record<PaymentDayBlock, SubmissionErrorKey>> = {
  ImmediateAchBlocked: 'PaymentDateMinimumError',
  AfterCutoff: 'PaymentBeforeCutOffTimeError',
  Holiday: 'PaymentDateHolidayError',
  Weekend: 'PaymentDateWeekendError',
  Past: 'PaymentDateMinimumError',
  BeyondPeriod: 'PaymentDateMaximumError',
  CardExpires: 'CardExpiresBefore',
  NotSchedulable: 'PaymentDateMinimumError',
};

export const recurringDayErrors: Readonly<Record<RecurringDayBlock, SubmissionErrorKey>> = {
  NotInFuture: 'PaymentDateMinimumError',
  BeyondFirstMonth: 'PaymentDateMaximumError',
  Holiday: 'PaymentDateHolidayError',
  Weekend: 'PaymentDateWeekendError',
  NotSchedulable: 'PaymentDateMinimumError',
  DayOfMonthTooLate: 'PaymentDateMaximumError',
  TooSoonForNotice: 'PaymentDateMinimumError',
  CardExpires: 'CardExpiresBefore',
};

export const principalOnlyErrors: Readonly<Record<PrincipalOnlyBlock, SubmissionErrorKey>> = {
  NotOffered: 'Invalid',
  OnlyToday: 'PaymentDateMaximumError',
  LockedForPayoff: 'ContactUs',
  InDispute: 'ContactUs',
  InstallmentDue: 'PrincipalOnlyDueFirst',
  FeesDue: 'PrincipalOnlyDueFirst',
  NoPrincipal: 'PaymentAmountMaximumError',
};

export const amountErrors: Readonly<Record<AmountError, SubmissionErrorKey>> = {
  BelowMinimum: 'PaymentAmountMinimumError',
  AboveMaximum: 'PaymentAmountMaximumError',
  AboveCardMaximum: 'PaymentAmountMaximumError',
};
