import type { Day } from '#common/core/dates.ts';
import { addDays } from '#common/core/dates.ts';
import type { Institution } from '#common/institution/institution.ts';
import { paymentDayOnOrAfter } from '#common/core/business-days.ts';
import { nextRecurringDay, type Recurrence } from '#common/payments/rules/recurring-dates.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';

/** A nominal date of the recurrence, and the payment day it is drawn on. */
export interface Run {
  readonly nextOn: Day;
  readonly runOn: Day;
}

/** The payment day is never before the nominal date. */
export function runOf(nextOn: Day, { calendar }: Pick<Institution, 'calendar'>, settings: PaymentSettings): Run {
  const weekends = settings.weekendAchDatesAllowed || settings.weekendRecurringDatesAllowed;
  return { nextOn, runOn: paymentDayOnOrAfter(nextOn, calendar, weekends) };
}

/** Regulation E requires notice of a varying debit ten days ahead (12 CFR 1005.10(d)). */
export const ANNOUNCED_DAYS_BEFORE = 10;

/** Returns the first payment day that a varying debit can be announced for today. */
export function runWithNotice(today: Day, institution: Pick<Institution, 'calendar'>, settings: PaymentSettings): Day {
  return runOf(addDays(today, ANNOUNCED_DAYS_BEFORE), institution, settings).runOn;
}

/**
 * Returns the next run after a day.
 * @param due a loan that owes nothing has no due day; it is checked again one period later
 */
export function runAfter(
  recurrence: Recurrence,
  after: Day,
  due: { readonly upcomingDueDays: readonly Day[]; readonly periodDays: number },
  institution: Pick<Institution, 'calendar'>,
  settings: PaymentSettings,
): Run {
  const nextOn = nextRecurringDay(recurrence, after, due.upcomingDueDays) ?? addDays(after, due.periodDays);
  return runOf(nextOn, institution, settings);
}
