import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { Availability } from '#common/payments/rules/availability-answer.ts';
import type { AmountUse } from '#common/payments/rules/amounts.ts';
import {
  type MethodAvailability,
  payoffAvailability,
  type PayoffBlock,
} from '#common/payments/rules/method-availability.ts';
import { firstDayOnDue, laterPaymentDay, paymentDay, recurringDay } from '#common/payments/rules/payment-days.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type {
  Frequency,
  PaymentTerms,
  PaymentTiming,
  PaymentType,
  RecurringOption,
} from '#common/payments/rules/payment-types.ts';
import { firstRecurringDay, recurringOptionOf, timingOf } from '#common/payments/rules/submission-route.ts';
import type { ProposedPayment } from './proposed-payment.ts';
import type { FrequencyValue, PaymentValues } from './payment-values.ts';

/** The decisions so far about frequency and day. */
export interface FrequencyPlan {
  readonly value: FrequencyValue;
  /** The allowed uses of the chosen method on this loan. */
  readonly options: MethodAvailability;
  readonly timing: PaymentTiming;
  /** How a recurring payment repeats. */
  readonly recurrence: RecurrenceTerms | null;
  /** The payment day, or the first one; null while undecided. */
  readonly payOn: Day | null;
  readonly payoff: PayoffPlan;
  /** The last day of the chosen card; null for a bank account, and before a choice. */
  readonly goodThrough: Day | null;
  /** Everything is decided and allowed. */
  readonly isValid: boolean;
}

export interface RecurrenceTerms {
  readonly option: RecurringOption;
  readonly daysBeforeDue: number;
}

export interface PayoffPlan {
  readonly available: Availability<PayoffBlock>;
  /** Chosen by the customer, and its amount is known. */
  readonly chosen: boolean;
  /** The payoff amount on the payment day; null while unknown. */
  readonly cents: Cents | null;
}

/** The payoff amount on a later day; `failed` if it could not be loaded. */
export type PayoffQuote = Cents | 'failed' | null;

interface Planned {
  readonly type: PaymentType;
  readonly options: MethodAvailability;
  readonly terms: PaymentTerms;
  readonly settings: PaymentSettings;
  readonly quote: PayoffQuote;
  /** The last day of the chosen card. */
  readonly goodThrough: Day | null;
  /** The payoff was chosen among the amounts instead of with the frequency. */
  readonly isPayoffAmount?: boolean;
}

export function planFrequency(entered: FrequencyValue | undefined, planned: Planned): FrequencyPlan {
  const { options, terms } = planned;
  const value = entered ?? defaultFrequency(planned);
  const recurrence = recurrenceOf(value, options);
  const payOn = dayOf(value, recurrence, planned);
  const payoff = planPayoff(value, planned);
  return {
    value,
    options,
    timing:
      value.frequency === 'OneTime' && value.when === 'later'
        ? 'scheduled'
        : timingOf(value.frequency, payOn ?? terms.today, terms.today),
    recurrence,
    payOn,
    payoff,
    goodThrough: planned.goodThrough,
    isValid: payOn !== null && isOffered(value, options) && isPayoffSettled(value, payoff),
  };
}

/** Returns the proposal of another screen, as far as it is offered here. */
export function proposeFrequency(
  { frequency, payoff }: ProposedPayment,
  options: MethodAvailability,
): FrequencyValue | undefined {
  if (payoff === 'today' && options.payNow.allowed && options.payoffToday.allowed) {
    return { ...chooseFrequency('OneTime', options), payoff: true };
  }
  if (payoff !== undefined && payoff !== 'today' && options.payLater.allowed && options.payoffLater.allowed) {
    return { ...chooseFrequency('OneTime', options), when: 'later', payOn: payoff, payoff: true };
  }
  return frequency && options.frequencies[frequency].allowed ? chooseFrequency(frequency, options) : undefined;
}

export function amountUseOf({ timing, recurrence }: FrequencyPlan): AmountUse {
  return timing === 'recurring' ? { timing, option: recurrence?.option ?? 'DaysBeforeDue' } : { timing };
}

/** Clears the entries that depend on the frequency (P 4). */
export function chooseFrequency(frequency: Frequency, options: MethodAvailability): FrequencyValue {
  const now = options.payNow.allowed || !options.payLater.allowed;
  return { frequency, when: now ? 'now' : 'later', payOn: null, daysBeforeDue: null, payoff: false };
}

/** Returns the day to quote: that of a scheduled payment that pays off the loan (P 4). */
export function payoffQuoteDay(
  { frequency: value, amount }: Partial<PaymentValues>,
  proposed?: ProposedPayment,
): Day | null {
  if (!value && proposed?.payoff !== undefined && proposed.payoff !== 'today') return proposed.payoff;
  if (value?.frequency !== 'OneTime' || value.when !== 'later') return null;
  return value.payoff || amount?.kind === 'payoff' ? value.payOn : null;
}

/** Pay Once, or the frequency that replaces it: now, or on the first day after today on which it is allowed. */
function defaultFrequency({ options, type, terms, settings, goodThrough }: Planned): FrequencyValue {
  const order = Object.keys(options.frequencies) as Frequency[];
  const first = order.find((frequency) => options.frequencies[frequency].allowed) ?? 'OneTime';
  const value = chooseFrequency(first, options);
  if (first !== 'OneTime' || value.when === 'now') return value;
  const notToday = laterPaymentDay(type, terms.today, terms, settings, goodThrough);
  return { ...value, payOn: notToday.allowed ? null : (notToday.nearest ?? null) };
}

function isOffered({ frequency, when }: FrequencyValue, options: MethodAvailability): boolean {
  if (!options.frequencies[frequency].allowed) return false;
  if (frequency !== 'OneTime') return true;
  return when === 'now' ? options.payNow.allowed : options.payLater.allowed;
}

function recurrenceOf(
  { frequency, daysBeforeDue }: FrequencyValue,
  options: MethodAvailability,
): RecurrenceTerms | null {
  if (frequency === 'OneTime') return null;
  const option = recurringOptionOf(frequency);
  if (frequency !== 'DaysBeforeDue') return { option, daysBeforeDue: 0 };
  // Preselects the only option.
  const [only, ...others] = options.daysBeforeDue;
  const days = daysBeforeDue ?? (others.length === 0 ? only : undefined);
  return days !== undefined && options.daysBeforeDue.includes(days) ? { option, daysBeforeDue: days } : null;
}

function dayOf(value: FrequencyValue, recurrence: RecurrenceTerms | null, planned: Planned): Day | null {
  const { type, terms, settings, goodThrough } = planned;
  const { frequency, when, payOn } = value;
  if (frequency === 'OneTime') {
    if (when === 'now') return terms.today;
    const later =
      payOn !== null && payOn > terms.today && paymentDay(type, payOn, terms, settings, goodThrough).allowed;
    return later ? payOn : null;
  }
  if (!recurrence) return null;
  if (recurrence.option === 'DaysBeforeDue') {
    const dueOn = firstRecurringDay({ ...recurrence, firstOn: terms.today }, terms);
    const first = dueOn === undefined ? null : firstDayOnDue(dueOn, terms, settings);
    return first !== null && goodThrough !== null && first > goodThrough ? null : first;
  }
  return payOn !== null && recurringDay(frequency, payOn, terms, settings, goodThrough).allowed ? payOn : null;
}

/** A failed quote undoes the choice (P 4). */
function planPayoff(
  { frequency, when, payoff }: FrequencyValue,
  { type, options, terms, settings, quote, isPayoffAmount = false }: Planned,
): PayoffPlan {
  const later = when === 'later';
  if (frequency !== 'OneTime') return { available: options.payoffToday, chosen: false, cents: null };
  const known = later ? (quote === 'failed' ? null : quote) : terms.payoffCents;
  const available =
    later && known !== null
      ? payoffAvailability(type, 'later', known, terms, settings)
      : later
        ? options.payoffLater
        : options.payoffToday;
  const chosen = (payoff || isPayoffAmount) && available.allowed && !(later && quote === 'failed');
  return { available, chosen, cents: chosen ? known : null };
}

function isPayoffSettled({ payoff }: FrequencyValue, { available, chosen, cents }: PayoffPlan): boolean {
  if (!payoff) return true;
  return available.allowed && (!chosen || cents !== null);
}
