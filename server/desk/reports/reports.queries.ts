import { sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { Queryable } from '#server/platform/db/database.ts';

export interface ReportSpan {
  readonly from: Day;
  readonly through: Day;
  /** Of the institution. */
  readonly timeZone: string;
}

export interface DayFigures {
  readonly on: Day;
  readonly signIns: number;
  readonly refusedSignIns: number;
  readonly registrations: number;
  readonly messages: number;
}

/** Every day of the span, also those without anything. */
export async function listDayFigures(queryable: Queryable, span: ReportSpan): Promise<DayFigures[]> {
  const { from, through, timeZone } = span;
  const perDay = (column: string, table: string, condition: string) => sql`
    select (${sql.ref(column)} at time zone ${timeZone})::date as "on", count(*)::int as count
    from ${sql.table(table)} where ${within(column, span)} and ${sql.raw(condition)} group by 1`;
  const { rows } = await sql<DayFigures>`
    select d::date as "on", coalesce(s.count, 0) as "signIns", coalesce(r.count, 0) as "refusedSignIns",
      coalesce(u.count, 0) as registrations, coalesce(m.count, 0) as messages
    from generate_series(${from}::date, ${through}::date, interval '1 day') as days (d)
    left join (${perDay('logged_in_at', 'login_history', 'true')}) s on s."on" = d::date
    left join (${perDay('recorded_at', 'audit_log', "event = 'sign-in-refused'")}) r on r."on" = d::date
    left join (${perDay('created_at', 'users', 'opened')}) u on u."on" = d::date
    left join (${perDay('written_at', 'conversation_entries', "kind = 'customer'")}) m on m."on" = d::date
    order by 1`.execute(queryable);
  return rows;
}

export interface PaymentFigures {
  readonly method: 'Card' | 'ACH';
  readonly state: string;
  readonly count: number;
  readonly totalCents: Cents;
}

/** Payments submitted or set up in the span, by the state they have now. */
export async function listPaymentFigures(queryable: Queryable, span: ReportSpan): Promise<PaymentFigures[]> {
  const { rows } = await sql<PaymentFigures>`
    select method_type as method, state, count(*)::int as count,
      sum(amount_cents + additional_principal_cents + first_party_fee_cents + third_party_fee_cents)::bigint
        as "totalCents"
    from payments where ${within('created_at', span)} group by 1, 2 order by 1, 2`.execute(queryable);
  return rows;
}

export interface ReturnFigures {
  /** The day the return was taken. */
  readonly on: Day;
  readonly code: string;
  readonly count: number;
  readonly totalCents: Cents;
}

/** R61 to R79 answer an earlier return and send no draft back. */
const returnCodes = sql`code like 'R%' and code not between 'R61' and 'R79'`;

/** Drafts that came back, by day and code, without bank credits. */
export async function listReturnFigures(queryable: Queryable, span: ReportSpan): Promise<ReturnFigures[]> {
  const { rows } = await sql<ReturnFigures>`
    select (recorded_at at time zone ${span.timeZone})::date as "on", code, count(*)::int as count,
      sum(e.amount_cents)::bigint as "totalCents"
    from bank_notices n join ach_entries e using (entry_id)
    where ${within('recorded_at', span)} and ${returnCodes} group by 1, code order by 1, code`.execute(queryable);
  return rows;
}

/** As `listReturnFigures`, without the amounts: the sixty days before a long span need no look at the drafts. */
export async function countReturns(
  queryable: Queryable,
  span: ReportSpan,
): Promise<Omit<ReturnFigures, 'totalCents'>[]> {
  const { rows } = await sql<Omit<ReturnFigures, 'totalCents'>>`
    select (recorded_at at time zone ${span.timeZone})::date as "on", code, count(*)::int as count
    from bank_notices where ${within('recorded_at', span)} and ${returnCodes} group by 1, code`.execute(queryable);
  return rows;
}

export interface DraftFigures {
  readonly on: Day;
  readonly count: number;
}

/** Drafts by the business day of their bank file; its credits are not counted. */
export async function countFiledDrafts(queryable: Queryable, { from, through }: ReportSpan): Promise<DraftFigures[]> {
  const { rows } = await sql<DraftFigures>`
    select business_on as "on", entry_count as count from ach_files
    where business_on between ${from} and ${through} and entry_count > 0`.execute(queryable);
  return rows;
}

export interface AnswerFigures {
  readonly answered: number;
  readonly unanswered: number;
  readonly withinADay: number;
  readonly medianMinutes: number | null;
}

/** First answers to conversations that customers or visitors began in the span; closed ones need none. */
export async function readAnswerFigures(queryable: Queryable, span: ReportSpan): Promise<AnswerFigures> {
  const { rows } = await sql<AnswerFigures>`
    select count(first_answered_at)::int as answered, ${unanswered} as unanswered,
      (count(*) filter (where first_answered_at <= began_at + interval '1 day'))::int as "withinADay",
      ${minutesOf(0.5)} as "medianMinutes"
    from conversations c where ${within('began_at', span)} and ${begunByCustomer}`.execute(queryable);
  return rows[0] ?? { answered: 0, unanswered: 0, withinADay: 0, medianMinutes: null };
}

export interface AnswerWeek {
  /** The Monday, also if the span begins later. */
  readonly monday: Day;
  readonly began: number;
  readonly answered: number;
  readonly unanswered: number;
  /** Half of the first answers came within this time; null without any. */
  readonly medianMinutes: number | null;
  /** Nine of ten first answers came within this time; null without any. */
  readonly ninetiethMinutes: number | null;
}

/** As `readAnswerFigures`, by the week in which the conversation began; also weeks without any. */
export async function listAnswerWeeks(queryable: Queryable, span: ReportSpan): Promise<AnswerWeek[]> {
  const { from, through, timeZone } = span;
  const { rows } = await sql<AnswerWeek>`
    select w::date as monday, coalesce(began, 0) as began, coalesce(answered, 0) as answered,
      coalesce(unanswered, 0) as unanswered, "medianMinutes", "ninetiethMinutes"
    from generate_series(date_trunc('week', ${from}::timestamp), ${through}::timestamp, interval '1 week') as weeks (w)
    left join (
      select date_trunc('week', began_at at time zone ${timeZone}) as week, count(*)::int as began,
        count(first_answered_at)::int as answered, ${unanswered} as unanswered,
        ${minutesOf(0.5)} as "medianMinutes", ${minutesOf(0.9)} as "ninetiethMinutes"
      from conversations c where ${within('began_at', span)} and ${begunByCustomer} group by 1
    ) figures on week = w
    order by 1`.execute(queryable);
  return rows;
}

const begunByCustomer = sql`(select kind from conversation_entries e where e.conversation_id = c.conversation_id
  order by entry_id limit 1) = 'customer'`;

const unanswered = sql`(count(*) filter (where first_answered_at is null and state <> 'closed'))::int`;

/** The time within which this share of the first answers came. */
function minutesOf(share: number) {
  return sql`(percentile_disc(${sql.lit(share)}) within group (
    order by floor(extract(epoch from first_answered_at - began_at) / 60)))::int`;
}

/** Compares instants, so an index serves. */
function within(column: string, { from, through, timeZone }: ReportSpan) {
  return sql`${sql.ref(column)} >= (${from}::date)::timestamp at time zone ${timeZone}
    and ${sql.ref(column)} < (${through}::date + 1)::timestamp at time zone ${timeZone}`;
}
