import { addDays, type Day, daysBetween } from '../../core/dates.ts';

/** Alerts for one account, by channel (M 3). */
export interface AccountAlerts {
  readonly email: ChannelAlerts & { readonly dueDates: DueDateAlerts };
  readonly text: ChannelAlerts;
}

export interface ChannelAlerts {
  readonly delinquent: boolean;
  readonly statement: boolean;
}

/** Alerts 1 to 4, in order. */
export type DueDateAlerts = readonly [DueDateAlert, DueDateAlert, DueDateAlert, DueDateAlert];

export interface DueDateAlert {
  readonly on: boolean;
  /** False: after the due date, while unpaid. */
  readonly before: boolean;
  /** Digits only (C-058); empty means the due date itself. */
  readonly days: string;
}

const quietDueDate: DueDateAlert = { on: false, before: true, days: '' };
const quietChannel: ChannelAlerts = { delinquent: false, statement: false };

export const noAlerts: AccountAlerts = {
  email: { ...quietChannel, dueDates: [quietDueDate, quietDueDate, quietDueDate, quietDueDate] },
  text: quietChannel,
};

export function withoutTextAlerts(alerts: AccountAlerts): AccountAlerts {
  return { ...alerts, text: quietChannel };
}

export function choosesTextAlerts({ text }: AccountAlerts, before: AccountAlerts): boolean {
  return (text.delinquent && !before.text.delinquent) || (text.statement && !before.text.statement);
}

/** Depends on the index, counted from 0 (M 9). */
export function maxDayDigits(index: number): 3 | 20 {
  return index < 2 ? 3 : 20;
}

export function sanitizeAlertDays(typed: string, index: number): string {
  return typed.replaceAll(/\D/g, '').slice(0, maxDayDigits(index));
}

/** Filled in when the first alert is checked without days (M 4). */
const DEFAULT_DAYS = '15';

export function tickDueDateAlert(alert: DueDateAlert, index: number, on: boolean): DueDateAlert {
  const fills = on && index === 0 && alert.days === '';
  return fills ? { on, before: true, days: DEFAULT_DAYS } : { ...alert, on };
}

export function withDueDateAlert(alerts: AccountAlerts, index: number, changed: DueDateAlert): AccountAlerts {
  const [first, second, third, fourth] = alerts.email.dueDates;
  const at = (place: number, alert: DueDateAlert) => (place === index ? changed : alert);
  const dueDates: DueDateAlerts = [at(0, first), at(1, second), at(2, third), at(3, fourth)];
  return { ...alerts, email: { ...alerts.email, dueDates } };
}

export interface NumberedAlert {
  /** Counted from 0. */
  readonly index: number;
  readonly alert: DueDateAlert;
}

/**
 * Returns the due-date alerts to show as rows, those on, on file or added since, and the first free one to offer. A row
 * that is turned off stays, so that the focus is not lost.
 */
export function shownDueDateAlerts(
  alerts: AccountAlerts,
  onFile: AccountAlerts,
  added: ReadonlySet<number>,
): { readonly rows: readonly NumberedAlert[]; readonly free: NumberedAlert | undefined } {
  const numbered = alerts.email.dueDates.map((alert, index) => ({ index, alert }));
  const isRow = ({ index, alert }: NumberedAlert) =>
    alert.on || onFile.email.dueDates[index]?.on === true || added.has(index);
  return { rows: numbered.filter(isRow), free: numbered.find((one) => !isRow(one)) };
}

/** Returns how many alerts are on; the same occasion by email and by text message counts twice. */
export function countAlerts({ email, text }: AccountAlerts): number {
  const dueDates = email.dueDates.map(({ on }) => on);
  return [email.delinquent, email.statement, text.delinquent, text.statement, ...dueDates].filter(Boolean).length;
}

/**
 * Applies the customer's changes on top of the current alerts. Returns undefined if one due-date alert was changed in
 * two ways.
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

export function isDueDateAlertDay(alert: DueDateAlert, dueOn: Day, on: Day): boolean {
  if (!alert.on) return false;
  const daysAhead = daysBetween(on, dueOn);
  return (alert.before ? daysAhead : -daysAhead) === Number(alert.days);
}

export function isDelinquencyDay(dueOn: Day, on: Day, delinquentAfterDays: number): boolean {
  return daysBetween(dueOn, on) === delinquentAfterDays + 1;
}

/** No loan is due further away; typed days have up to 20 digits. */
const MAX_ALERT_DAYS = 99_999;

/**
 * Returns the due days about which an alert is sent on a day, so that only loans with one of them need be read.
 * Statements don't depend on the due day.
 */
export function dueDaysToAlert({ email, text }: AccountAlerts, on: Day, delinquentAfterDays: number): Day[] {
  const ofAlerts = email.dueDates
    .filter((alert) => alert.on && Number(alert.days) <= MAX_ALERT_DAYS)
    .map(({ before, days }) => addDays(on, before ? Number(days) : -Number(days)));
  return email.delinquent || text.delinquent ? [...ofAlerts, addDays(on, -delinquentAfterDays - 1)] : ofAlerts;
}
