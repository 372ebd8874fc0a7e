import { type Day, daysBetween } from '../../core/dates.ts';

/** What a person wants to be told of one account, by channel (M 3). */
export interface AccountAlerts {
  readonly email: ChannelAlerts & { readonly dueDates: DueDateAlerts };
  readonly text: ChannelAlerts;
}

export interface ChannelAlerts {
  readonly delinquent: boolean;
  readonly statement: boolean;
}

/** Alerts 1 to 4, in their order. */
export type DueDateAlerts = readonly [DueDateAlert, DueDateAlert, DueDateAlert, DueDateAlert];

export interface DueDateAlert {
  readonly on: boolean;
  /** Before the due date, or after it while it is not paid. */
  readonly before: boolean;
  /** Digits only (C-058); empty is the due date itself. */
  readonly days: string;
}

const quietDueDate: DueDateAlert = { on: false, before: true, days: '' };
const quietChannel: ChannelAlerts = { delinquent: false, statement: false };

/** What holds until a person has chosen. */
export const noAlerts: AccountAlerts = {
  email: { ...quietChannel, dueDates: [quietDueDate, quietDueDate, quietDueDate, quietDueDate] },
  text: quietChannel,
};

/** The alerts without any text message. */
export function withoutTextAlerts(alerts: AccountAlerts): AccountAlerts {
  return { ...alerts, text: quietChannel };
}

/** Whether a text message is chosen that was not before. */
export function choosesTextAlerts({ text }: AccountAlerts, before: AccountAlerts): boolean {
  return (text.delinquent && !before.text.delinquent) || (text.statement && !before.text.statement);
}

/** How many digits an alert's days may have: its index counts from 0 (M 9). */
export function mostDayDigits(index: number): 3 | 20 {
  return index < 2 ? 3 : 20;
}

/** What a days field keeps of what is typed. */
export function sanitizeAlertDays(typed: string, index: number): string {
  return typed.replaceAll(/\D/g, '').slice(0, mostDayDigits(index));
}

/** Days of the first alert when it is ticked without any (M 4). */
const DEFAULT_DAYS = '15';

/** A due-date alert that is ticked or not; ticking the first one without days fills them in. */
export function tickDueDateAlert(alert: DueDateAlert, index: number, on: boolean): DueDateAlert {
  const fills = on && index === 0 && alert.days === '';
  return fills ? { on, before: true, days: DEFAULT_DAYS } : { ...alert, on };
}

/** The alerts with one due-date alert in another state. */
export function withDueDateAlert(alerts: AccountAlerts, index: number, changed: DueDateAlert): AccountAlerts {
  const [first, second, third, fourth] = alerts.email.dueDates;
  const at = (place: number, alert: DueDateAlert) => (place === index ? changed : alert);
  const dueDates: DueDateAlerts = [at(0, first), at(1, second), at(2, third), at(3, fourth)];
  return { ...alerts, email: { ...alerts.email, dueDates } };
}

/**
 * Lays what was changed of the alerts that were shown on the current ones.
 * Returns undefined when one due-date alert was changed in two ways; a tick can only agree.
 */
export function mergeAlerts(
  wanted: AccountAlerts,
  shown: AccountAlerts,
  current: AccountAlerts,
): AccountAlerts | undefined {
  const isStale = wanted.email.dueDates.some((alert, index) => {
    const [before, now] = [shown.email.dueDates[index], current.email.dueDates[index]];
    return !isSameDueDate(alert, before) && !isSameDueDate(now, before) && !isSameDueDate(now, alert);
  });
  return isStale ? undefined : rebaseAlerts(wanted, shown, current);
}

/** Lays what was changed of the alerts that were shown on the current ones, which win where both changed. */
export function rebaseAlerts(wanted: AccountAlerts, shown: AccountAlerts, current: AccountAlerts): AccountAlerts {
  const dueDate = (place: 0 | 1 | 2 | 3) => {
    const [before, now] = [shown.email.dueDates[place], current.email.dueDates[place]];
    return isSameDueDate(now, before) ? wanted.email.dueDates[place] : now;
  };
  return {
    email: {
      ...mergeChannel(wanted.email, shown.email, current.email),
      dueDates: [dueDate(0), dueDate(1), dueDate(2), dueDate(3)],
    },
    text: mergeChannel(wanted.text, shown.text, current.text),
  };
}

function mergeChannel(wanted: ChannelAlerts, shown: ChannelAlerts, current: ChannelAlerts): ChannelAlerts {
  const merge = (name: keyof ChannelAlerts) => (wanted[name] === shown[name] ? current[name] : wanted[name]);
  return { delinquent: merge('delinquent'), statement: merge('statement') };
}

function isSameDueDate(one: DueDateAlert | undefined, other: DueDateAlert | undefined): boolean {
  if (!one || !other) return one === other;
  return one.on === other.on && one.before === other.before && one.days === other.days;
}

export function isSameAlerts(one: AccountAlerts, other: AccountAlerts): boolean {
  return JSON.stringify(flat(one)) === JSON.stringify(flat(other));
}

function flat({ email, text }: AccountAlerts): unknown[] {
  const dueDates = email.dueDates.flatMap(({ on, before, days }) => [on, before, days]);
  return [email.delinquent, email.statement, text.delinquent, text.statement, ...dueDates];
}

/** Whether a due-date alert is told on a day. */
export function isDueDateAlertDay(alert: DueDateAlert, dueOn: Day, on: Day): boolean {
  if (!alert.on) return false;
  const daysAhead = daysBetween(on, dueOn);
  return (alert.before ? daysAhead : -daysAhead) === Number(alert.days);
}

/** Whether a loan becomes delinquent on a day: the first one on which it is late by more than the allowed days. */
export function isDelinquencyDay(dueOn: Day, on: Day, delinquentAfterDays: number): boolean {
  return daysBetween(dueOn, on) === delinquentAfterDays + 1;
}
