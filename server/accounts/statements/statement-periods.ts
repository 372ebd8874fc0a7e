import type { StatementType } from '#common/accounts/statements.api.ts';
import { addDays, type Day, dayAt, dayInMonth, findDay, lastDayOfMonth } from '#common/core/dates.ts';
import type { StatementAccount, StatementPeriod } from '#server/host/host-statements.ts';

/** A month (`2026-10`), or a year for its interest summary (`2025`). */
export interface DocumentPeriod {
  readonly type: StatementType;
  readonly period: string;
  readonly from: Day;
  readonly through: Day;
}

export function monthOf(date: Day): DocumentPeriod {
  return {
    type: 'Statement',
    period: date.slice(0, 7),
    from: dayInMonth(date, 0, 1),
    through: lastDayOfMonth(date),
  };
}

function yearOf(date: Day): DocumentPeriod {
  const year = date.slice(0, 4);
  const [from, through] = [findDay(`${year}-01-01`), findDay(`${year}-12-31`)] as [Day, Day];
  return { type: 'InterestSummary', period: year, from, through };
}

/**
 * Lists the months with statements: from the first posting to the last finished month, or for a closed account to the
 * month of its last posting.
 */
export function statementMonths(account: StatementAccount, today: Day, timeZone: string): DocumentPeriod[] {
  const { firstPostedAt, lastPostedAt, closed } = account;
  if (!firstPostedAt || !lastPostedAt) return [];
  const lastOver = addDays(dayInMonth(today, 0, 1), -1);
  const lastPostedOn = dayAt(lastPostedAt, timeZone);
  const last = closed && lastPostedOn < lastOver ? lastPostedOn : lastOver;
  const months: DocumentPeriod[] = [];
  for (let on = dayInMonth(dayAt(firstPostedAt, timeZone), 0, 1); on <= last; on = dayInMonth(on, 1, 1)) {
    months.push(sinceBooks(monthOf(on), account.booksBeganOn));
  }
  return months;
}

/** A converted loan's first statement starts on the conversion day. */
function sinceBooks(month: DocumentPeriod, beganOn: Day | null): DocumentPeriod {
  return beganOn !== null && beganOn > month.from ? { ...month, from: beganOn } : month;
}

/**
 * Lists a year's documents: first the interest summary, if the year is over and fully on the books, then months, newest
 * first.
 */
export function documentsOfYear(
  account: StatementAccount,
  year: number,
  today: Day,
  timeZone: string,
): DocumentPeriod[] {
  const months = statementMonths(account, today, timeZone).filter(({ from }) => from.startsWith(`${year}-`));
  const [any] = months;
  const isPartlyKnown = account.booksBeganOn?.startsWith(`${year}-`) === true && !account.firstYearKnown;
  const hasSummary = any && year < Number(today.slice(0, 4)) && !isPartlyKnown;
  const summary = hasSummary ? [yearOf(any.from)] : [];
  return [...summary, ...months.toReversed()];
}

export function momentsOf({ from, through }: DocumentPeriod, timeZone: string): StatementPeriod {
  const midnight = (date: string) => Temporal.PlainDate.from(date).toZonedDateTime({ timeZone }).toInstant();
  return {
    from,
    through,
    yearStartsAt: midnight(`${from.slice(0, 4)}-01-01`),
    startsAt: midnight(from),
    endsAt: midnight(addDays(through, 1)),
  };
}

export function statementId(accountNumber: string, period: string): string {
  return `${accountNumber}.${period}`;
}
