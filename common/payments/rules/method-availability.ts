import { addDays, type Day } from '../../core/dates.ts';
import type { Cents } from '../../core/money.ts';
import { allowed, type Availability, refused, unless } from './availability-answer.ts';
import { payNowAvailability, type PayNowBlock } from './payment-days.ts';
import { maxBankEntryCents } from './fees.ts';
import type { PaymentSettings } from './payment-settings.ts';
import { paysTotalDue } from './total-due.ts';
import type { BillingFrequency, Frequency, PaymentTerms, PaymentType, PayoffHold } from './payment-types.ts';

export type MethodUse = 'saved' | 'singleUse';

export interface MethodKind {
  readonly type: PaymentType;
  readonly use: MethodUse;
}

export type ScheduleBlock =
  | 'HasRecurring'
  | 'PastDue'
  | 'Delinquent'
  | 'QuotaReached'
  | 'TypeNotAllowed'
  | 'SingleUseCard'
  | 'OnlyImmediate';

export type RecurringBlock =
  | 'HasRecurring'
  | 'BlockedByHost'
  | 'PastDue'
  | 'Delinquent'
  | 'HasScheduled'
  | 'HasMultipleScheduled'
  | 'TypeNotAllowed'
  | 'SingleUseCard'
  | 'OnlyImmediate';

export type FrequencyBlock =
  | RecurringBlock
  | 'NotOffered'
  /** The institution allows recurring payments only on the due date. */
  | 'ForcedOnDueDate'
  | 'ForcedDaysBeforeDue'
  /** Not offered for the loan's billing frequency (P 4). */
  | 'BillingFrequency'
  /** The amount varies, and couldn't be announced in time between two payments. */
  | 'TooOftenForNotice'
  | 'NoDueDate'
  /** Every offered number of days before the due date falls on a non-payment day. */
  | 'NoDayLeft';

export type PayoffBlock =
  | PayoffHold
  | 'NothingToPayOff'
  | 'Hidden'
  /** The maximum payment is a factor other than 1 of the payoff. */
  | 'PartOfPayoffOnly'
  | 'AboveCardMaximum'
  /** Above what a bank payment can carry. */
  | 'AboveBankMaximum'
  | 'FutureNotAllowed'
  /** A payoff must be made today, and bank accounts can't pay today. */
  | 'OnlyTodayButNotNow'
  | 'Overdue';

export interface LeftOutDays {
  readonly daysBeforeDue: number;
  readonly on: Day;
}

export interface MethodAvailability {
  readonly payNow: Availability<PayNowBlock>;
  readonly payLater: Availability<ScheduleBlock>;
  readonly recurring: Availability<RecurringBlock>;
  readonly frequencies: Readonly<Record<Frequency, Availability<FrequencyBlock>>>;
  /** Allowed values for DaysBeforeDue; empty if it isn't available. */
  readonly daysBeforeDue: readonly number[];
  /** Values left out because nothing is paid on their day. */
  readonly daysLeftOut: readonly LeftOutDays[];
  readonly payoffToday: Availability<PayoffBlock>;
  /** For a later day, as far as known before that day's quote. */
  readonly payoffLater: Availability<PayoffBlock>;
}

export function methodAvailability(
  method: MethodKind,
  terms: PaymentTerms,
  settings: PaymentSettings,
): MethodAvailability {
  const recurring = recurringAvailability(method, terms, settings);
  const daysBeforeDue = listDaysBeforeDue(terms, settings);
  const frequencyOf = (frequency: Frequency): Availability<FrequencyBlock> =>
    frequency !== 'OneTime' && settings.frequenciesAllowed[frequency] && !recurring.allowed
      ? recurring
      : frequencyAvailability(frequency, terms, settings, daysBeforeDue);
  return {
    payNow: payNowAvailability(method.type, terms, settings),
    payLater: scheduleAvailability(method, terms, settings),
    recurring,
    frequencies: {
      OneTime: frequencyOf('OneTime'),
      OnDueDate: frequencyOf('OnDueDate'),
      DaysBeforeDue: frequencyOf('DaysBeforeDue'),
      MonthlyOnDate: frequencyOf('MonthlyOnDate'),
      SemiMonthly: frequencyOf('SemiMonthly'),
      TwoWeeks: frequencyOf('TwoWeeks'),
      Weekly: frequencyOf('Weekly'),
    },
    daysBeforeDue,
    daysLeftOut: listDaysLeftOut(terms, settings),
    payoffToday: payoffAvailability(method.type, 'today', terms.payoffCents, terms, settings),
    payoffLater: payoffAvailability(method.type, 'later', terms.payoffCents, terms, settings),
  };
}

/**
 * Whether the loan may be paid off on a day (P 5, Payoff toggle).
 * @param payoffCents on that day
 */
export function payoffAvailability(
  type: PaymentType,
  when: 'today' | 'later',
  payoffCents: Cents,
  terms: PaymentTerms,
  settings: PaymentSettings,
): Availability<PayoffBlock> {
  if (payoffCents <= 0) return refused('NothingToPayOff');
  if (settings.payoffHidden) return refused('Hidden');
  if (terms.payoffHold !== null) return refused(terms.payoffHold);
  if (settings.maximumPayoffFactor !== null && settings.maximumPayoffFactor !== 1) return refused('PartOfPayoffOnly');
  const maximum = type === 'Card' ? settings.maximumCardCents : null;
  if (maximum !== null && payoffCents > maximum) return refused('AboveCardMaximum');
  const timing = when === 'today' ? 'immediate' : 'scheduled';
  if (type === 'ACH' && payoffCents > maxBankEntryCents(timing, terms, settings)) return refused('AboveBankMaximum');
  if (when === 'today') return allowed;
  if (!terms.pastDue && settings.futurePayoffAllowed[type]) return allowed;
  if (!payNowAvailability(type, terms, settings).allowed) return refused('OnlyTodayButNotNow');
  return refused(terms.pastDue ? 'Overdue' : 'FutureNotAllowed');
}

/** P 5, Scheduling is blocked. */
function scheduleAvailability(
  { type, use }: MethodKind,
  terms: PaymentTerms,
  settings: PaymentSettings,
): Availability<ScheduleBlock> {
  if (terms.recurringPayment) return refused('HasRecurring');
  if (terms.onlyImmediatePayments) return refused('OnlyImmediate');
  if (terms.delinquent && !settings.schedulingAllowedWhenDelinquent) return refused('Delinquent');
  if (terms.pastDue && settings.schedulingBlockedWhenPastDue) return refused('PastDue');
  if (terms.scheduledPayments.length >= settings.maxScheduledPayments) return refused('QuotaReached');
  if (!settings.schedulingAllowed[type]) return refused('TypeNotAllowed');
  return unless(type === 'Card' && use === 'singleUse', 'SingleUseCard');
}

/** P 5, Recurring is blocked. */
function recurringAvailability(
  { type, use }: MethodKind,
  terms: PaymentTerms,
  settings: PaymentSettings,
): Availability<RecurringBlock> {
  if (terms.recurringPayment) return refused('HasRecurring');
  if (!terms.recurringAllowed) return refused('BlockedByHost');
  if (terms.onlyImmediatePayments) return refused('OnlyImmediate');
  if (terms.delinquent && !settings.recurringAllowedWhenDelinquent) return refused('Delinquent');
  if (terms.pastDue && settings.recurringBlockedWhenPastDue) return refused('PastDue');
  if (terms.scheduledPayments.length > 1) return refused('HasMultipleScheduled');
  if (terms.scheduledPayments.length > 0) return refused('HasScheduled');
  if (!settings.recurringAllowed[type]) return refused('TypeNotAllowed');
  return unless(type === 'Card' && use === 'singleUse', 'SingleUseCard');
}

/** Whether the loan offers a frequency (P 4), apart from whether recurring payments are allowed. */
function frequencyAvailability(
  frequency: Frequency,
  terms: PaymentTerms,
  settings: PaymentSettings,
  daysBeforeDue: readonly number[],
): Availability<FrequencyBlock> {
  if (!settings.frequenciesAllowed[frequency]) return refused('NotOffered');
  if (frequency === 'OneTime') return allowed;
  const forcedDays = settings.recurringForcedDaysBeforeDue;
  if (settings.recurringForcedOnDueDate && frequency !== 'OnDueDate') return refused('ForcedOnDueDate');
  if (!settings.recurringForcedOnDueDate && forcedDays !== null && frequency !== frequencyOfDays(forcedDays)) {
    return refused('ForcedDaysBeforeDue');
  }
  if (!suitsBilling(frequency, terms)) return refused('BillingFrequency');
  if (isTooOftenForNotice(frequency, terms, settings)) return refused('TooOftenForNotice');
  if (frequency !== 'OnDueDate' && frequency !== 'DaysBeforeDue') return allowed;
  if (terms.upcomingDueDays.length === 0) return refused('NoDueDate');
  return unless(frequency === 'DaysBeforeDue' && daysBeforeDue.length === 0, 'NoDayLeft');
}

function frequencyOfDays(days: number): Frequency {
  return days === 0 ? 'OnDueDate' : 'DaysBeforeDue';
}

function suitsBilling(frequency: Frequency, { billingFrequency }: PaymentTerms): boolean {
  switch (frequency) {
    case 'MonthlyOnDate':
    case 'SemiMonthly':
      return billingFrequency === 'Monthly';
    case 'TwoWeeks':
      return billingFrequency !== 'Weekly' && billingFrequency !== 'TwoWeeks';
    case 'Weekly':
      return billingFrequency !== 'Weekly';
    case 'OneTime':
    case 'OnDueDate':
    case 'DaysBeforeDue':
      return true;
  }
}

/** A week is shorter than the notice of a varying debit (12 CFR 1005.10(d)). */
function isTooOftenForNotice(frequency: Frequency, terms: PaymentTerms, settings: PaymentSettings): boolean {
  if (!paysTotalDue(terms, settings, { timing: 'recurring' })) return false;
  const followsDueDate = frequency === 'OnDueDate' || frequency === 'DaysBeforeDue';
  return frequency === 'Weekly' || (followsDueDate && terms.billingFrequency === 'Weekly');
}

/** P 9. */
const MAX_DAYS_BEFORE_DUE: Readonly<Record<BillingFrequency, number>> = {
  Monthly: 9,
  SemiMonthly: 3,
  TwoWeeks: 3,
  Weekly: 3,
};

/**
 * Lists the days before the due date that fall on payment days. If no non-payment days are known, lists those after
 * today (P 5).
 */
function listDaysBeforeDue(terms: PaymentTerms, settings: PaymentSettings): number[] {
  return daysBeforeDueOf(terms, settings)
    .filter(({ on }) => (terms.nonPaymentDays.length > 0 ? !terms.nonPaymentDays.includes(on) : on > terms.today))
    .map(({ daysBeforeDue }) => daysBeforeDue);
}

function listDaysLeftOut(terms: PaymentTerms, settings: PaymentSettings): LeftOutDays[] {
  return daysBeforeDueOf(terms, settings).filter(({ on }) => terms.nonPaymentDays.includes(on));
}

/** All numbers of days that the billing frequency or the institution allows, with the days they would be next. */
function daysBeforeDueOf(terms: PaymentTerms, settings: PaymentSettings): LeftOutDays[] {
  const [dueOn] = terms.upcomingDueDays;
  if (dueOn === undefined) return [];
  const most = MAX_DAYS_BEFORE_DUE[terms.billingFrequency];
  const forced = settings.recurringForcedDaysBeforeDue;
  const choices = forced === null ? Array.from({ length: most }, (_, index) => index + 1) : [forced];
  return choices.map((daysBeforeDue) => ({ daysBeforeDue, on: addDays(dueOn, -daysBeforeDue) }));
}
