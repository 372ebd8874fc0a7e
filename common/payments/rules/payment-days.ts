import { addDays, type Day, dayOfMonth, isWeekend } from '../../core/dates.ts';
import type { NextLateCharge } from '#common/accounts/rules/late-charge.ts';
import { allowed, type Availability, refused, unless } from './availability-answer.ts';
import type { PaymentSettings } from './payment-settings.ts';
import type { Frequency, PaymentTerms, PaymentType } from './payment-types.ts';
import { ANNOUNCED_DAYS_BEFORE, hasNotice } from './notice.ts';
import { paysTotalDue } from './total-due.ts';

export type PayNowBlock = 'ImmediateAchBlocked' | 'AfterCutoff' | 'Holiday' | 'Weekend';

export type PaymentDayBlock = PayNowBlock | 'Past' | 'BeyondPeriod' | 'NotSchedulable' | 'CardExpires';

export type RecurringDayBlock =
  | 'NotInFuture'
  | 'BeyondFirstMonth'
  | 'Holiday'
  | 'Weekend'
  | 'NotSchedulable'
  | 'DayOfMonthTooLate'
  /** The amount varies, and couldn't be announced in time. */
  | 'TooSoonForNotice'
  | 'CardExpires';

/** P 9; the message says 30 (C-004). */
const FIRST_RECURRING_WITHIN_DAYS = 31;

/** Every month is treated as ending on this day, by frequency (P 9). */
const LAST_DAY_OF_MONTH: Readonly<Partial<Record<Frequency, number>>> = { MonthlyOnDate: 30, SemiMonthly: 28 };

/** Cards can be charged on any day (C-110). */
export function payNowAvailability(
  type: PaymentType,
  terms: PaymentTerms,
  settings: PaymentSettings,
): Availability<PayNowBlock> {
  if (type === 'Card') return allowed;
  if (settings.immediateAchBlocked) return refused('ImmediateAchBlocked');
  const closed = closedDay(terms.today, terms, settings);
  if (closed) return refused(closed);
  return unless(settings.immediateAchBlockedAfterCutoff && terms.pastAchCutoff, 'AfterCutoff');
}

/**
 * Whether a one-time payment may be made on a day, from today to the end of the period (P 5, C-112). Weekend rules
 * apply to both types on later days (C-110). Doesn't check whether scheduling is allowed at all.
 * @param goodThrough the card's last valid day, if one is chosen
 */
export function paymentDay(
  type: PaymentType,
  date: Day,
  terms: PaymentTerms,
  settings: PaymentSettings,
  goodThrough: Day | null = null,
): Availability<PaymentDayBlock> {
  const check = (each: Day) => paymentDayAvailability(type, each, terms, settings, goodThrough);
  return withNearest(check, date, terms.today, lastPaymentDay(terms));
}

/** Like `paymentDay`, for scheduled payments: excludes today, also as the nearest day. */
export function laterPaymentDay(
  type: PaymentType,
  date: Day,
  terms: PaymentTerms,
  settings: PaymentSettings,
  goodThrough: Day | null = null,
): Availability<PaymentDayBlock | 'Today'> {
  const check = (each: Day): Availability<PaymentDayBlock | 'Today'> =>
    each === terms.today ? refused('Today') : paymentDayAvailability(type, each, terms, settings, goodThrough);
  return withNearest(check, date, addDays(terms.today, 1), lastPaymentDay(terms));
}

export type Lateness =
  | { readonly kind: 'onTime' }
  | { readonly kind: 'afterDue'; readonly dueOn: Day; readonly charge: NextLateCharge | 'none' | 'unknown' }
  | { readonly kind: 'afterGrace'; readonly dueOn: Day; readonly charge: NextLateCharge };

export function latenessOn(date: Day, terms: DueTerms): Lateness {
  const { dueOn, totalDueCents, lateCharge, today } = terms;
  if (dueOn === null || totalDueCents <= 0 || date <= dueOn) return { kind: 'onTime' };
  if (lateCharge === 'none') return { kind: 'afterDue', dueOn, charge: 'none' };
  // Don't recommend a grace period that has already ended; the end of day decides about a charge.
  if (lateCharge === 'unknown' || lateCharge.payBy < today) return { kind: 'afterDue', dueOn, charge: 'unknown' };
  return { kind: date > lateCharge.payBy ? 'afterGrace' : 'afterDue', dueOn, charge: lateCharge };
}

/** Returns the days to mark in a calendar: the due day and the last day of grace. */
export function dueMarks({ dueOn, totalDueCents, lateCharge }: DueTerms): ReadonlyMap<Day, 'due' | 'grace'> {
  const marks = new Map<Day, 'due' | 'grace'>();
  if (dueOn === null || totalDueCents <= 0) return marks;
  if (typeof lateCharge === 'object') marks.set(lateCharge.payBy, 'grace');
  // Without a grace period, both are the same day; show it as due.
  return marks.set(dueOn, 'due');
}

type DueTerms = Pick<PaymentTerms, 'dueOn' | 'totalDueCents' | 'lateCharge' | 'today'>;

export function lastPaymentDay({ today, periodDays }: Pick<PaymentTerms, 'today' | 'periodDays'>): Day {
  return addDays(today, periodDays);
}

/** Whether a recurring payment may start on a day (P 5). */
export function recurringDay(
  frequency: Frequency,
  date: Day,
  terms: PaymentTerms,
  settings: PaymentSettings,
  goodThrough: Day | null = null,
): Availability<RecurringDayBlock> {
  const check = (each: Day): Availability<RecurringDayBlock> =>
    isAfter(each, goodThrough) ? refused('CardExpires') : recurringDayAvailability(frequency, each, terms, settings);
  return withNearest(check, date, addDays(terms.today, 1), lastRecurringDay(terms));
}

/**
 * Returns the day of the first payment on the due date or some days before it. An amount that varies is announced in
 * time, so its first payment may be on a later day.
 */
export function firstDayOnDue(firstOn: Day, terms: PaymentTerms, settings: PaymentSettings): Day {
  if (!varies(terms, settings) || hasNotice(firstOn, terms.today)) return firstOn;
  const onWeekends = settings.weekendAchDatesAllowed || settings.weekendRecurringDatesAllowed;
  const isOpen = (each: Day) => !terms.nonPaymentDays.includes(each) && (onWeekends || !isWeekend(each));
  let date = addDays(terms.today, ANNOUNCED_DAYS_BEFORE);
  while (!isOpen(date)) date = addDays(date, 1);
  return date;
}

function varies(terms: PaymentTerms, settings: PaymentSettings): boolean {
  return paysTotalDue(terms, settings, { timing: 'recurring' });
}

export function lastRecurringDay({ today }: Pick<PaymentTerms, 'today'>): Day {
  return addDays(today, FIRST_RECURRING_WITHIN_DAYS);
}

function paymentDayAvailability(
  type: PaymentType,
  date: Day,
  terms: PaymentTerms,
  settings: PaymentSettings,
  goodThrough: Day | null,
): Availability<PaymentDayBlock> {
  if (date < terms.today) return refused('Past');
  if (date === terms.today) return payNowAvailability(type, terms, settings);
  if (date > lastPaymentDay(terms)) return refused('BeyondPeriod');
  if (isAfter(date, goodThrough)) return refused('CardExpires');
  const closed = closedDay(date, terms, settings);
  if (closed) return refused(closed);
  return unless(terms.nonSchedulableDays.includes(date), 'NotSchedulable');
}

function recurringDayAvailability(
  frequency: Frequency,
  date: Day,
  terms: PaymentTerms,
  settings: PaymentSettings,
): Availability<RecurringDayBlock> {
  if (date <= terms.today) return refused('NotInFuture');
  if (date > lastRecurringDay(terms)) return refused('BeyondFirstMonth');
  if (varies(terms, settings) && !hasNotice(date, terms.today)) return refused('TooSoonForNotice');
  if (terms.nonPaymentDays.includes(date)) return refused('Holiday');
  if (terms.nonSchedulableDays.includes(date)) return refused('NotSchedulable');
  if (isWeekend(date) && !settings.weekendRecurringDatesAllowed) return refused('Weekend');
  return unless(dayOfMonth(date) > (LAST_DAY_OF_MONTH[frequency] ?? 31), 'DayOfMonthTooLate');
}

function isAfter(date: Day, goodThrough: Day | null): boolean {
  return goodThrough !== null && date > goodThrough;
}

function closedDay(date: Day, terms: PaymentTerms, settings: PaymentSettings): 'Holiday' | 'Weekend' | undefined {
  if (terms.nonPaymentDays.includes(date)) return 'Holiday';
  return isWeekend(date) && !settings.weekendAchDatesAllowed ? 'Weekend' : undefined;
}

/**
 * Adds the nearest allowed day to a refusal; of two equally near, the later one, because drawing late is safer than
 * early.
 */
function withNearest<Reason extends string>(
  check: (date: Day) => Availability<Reason>,
  date: Day,
  first: Day,
  last: Day,
): Availability<Reason> {
  const answer = check(date);
  if (answer.allowed) return answer;
  const nearest = findNearest((each) => check(each).allowed, date, first, last);
  return nearest === undefined ? answer : { ...answer, nearest };
}

function findNearest(isAllowed: (date: Day) => boolean, wanted: Day, first: Day, last: Day): Day | undefined {
  const start = wanted < first ? first : wanted > last ? last : wanted;
  for (let away = 0; ; away += 1) {
    const later = addDays(start, away);
    const earlier = addDays(start, -away);
    if (later <= last && isAllowed(later)) return later;
    if (earlier >= first && isAllowed(earlier)) return earlier;
    if (later > last && earlier < first) return undefined;
  }
}
