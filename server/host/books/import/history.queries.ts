import { type RawBuilder, sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import { arrayText } from '#server/platform/db/array-text.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { ledger } from '../ledger-codes.ts';
import { OPENING_BALANCE } from '../opening-balance.ts';
import type { FormerEntry, HistoryLine } from './history-lines.ts';
import type { LineProblem } from '#server/platform/import/import-columns.ts';

/** Keeps the lines in the database, as memory use must not grow with the file; dropped with the transaction. */
export async function createHistoryLines(transaction: Transaction): Promise<void> {
  await sql`
    create temporary table import_history (
      line integer primary key, account_number text not null, reference text not null, entered_on date not null,
      kind text not null, description text not null, principal_cents bigint not null, interest_cents bigint not null,
      other_cents bigint not null, returned boolean not null, balance_cents bigint
    ) on commit drop`.execute(transaction);
}

export interface NumberedEntry {
  readonly line: number;
  readonly values: HistoryLine;
  readonly entry: FormerEntry;
}

export async function insertHistoryLines(transaction: Transaction, lines: readonly NumberedEntry[]): Promise<void> {
  const column = (read: (line: NumberedEntry) => string | number | boolean | null) => arrayText(lines.map(read));
  await sql`
    insert into import_history
    select * from unnest(
      ${column(({ line }) => line)}::text::integer[],
      ${column(({ values }) => values.account_number)}::text::text[],
      ${column(({ values }) => values.entry_id)}::text::text[],
      ${column(({ values }) => values.posted_on)}::text::date[],
      ${column(({ entry }) => entry.kind)}::text::text[],
      ${column(({ entry }) => entry.description)}::text::text[],
      ${column(({ entry }) => entry.principalCents)}::text::bigint[],
      ${column(({ entry }) => entry.interestCents)}::text::bigint[],
      ${column(({ entry }) => entry.otherCents)}::text::bigint[],
      ${column(({ values }) => values.returned === 'yes')}::text::boolean[],
      ${column(({ values }) => values.balance)}::text::bigint[]
    )`.execute(transaction);
}

export interface HistoryFinding extends LineProblem {
  readonly line: number;
}

export interface HistoryFindings {
  readonly found: readonly HistoryFinding[];
  readonly total: number;
}

/** The lines with the loan they belong to, if it is on the books. */
const withLoans = sql`
  import_history left join accounts using (account_number)
  left join loan_openings using (account_id) left join loans using (account_id)`;

/** Lines of which the loan has no entry yet. */
const isNew = sql`
  not exists (
    select from former_entries where former_entries.account_id = accounts.account_id
      and former_entries.reference = import_history.reference)`;

export function selectImpossible(transaction: Transaction, since: Day, limit: number): Promise<HistoryFindings> {
  return selectFindings(
    transaction,
    sql`
      select line, case
          when loan_openings.account_id is null then 'account_number'
          when entered_on < ${since}::date or entered_on < opened_on or entered_on > began_on then 'posted_on'
          else 'entry_id' end as column,
        case
          when loan_openings.account_id is null then 'is not an imported loan or line of credit'
          when entered_on < ${since}::date then 'is before the day of --history-since'
          when entered_on < opened_on then 'is before the account was opened, ' || opened_on
          when entered_on > began_on then 'is after the day the loan was imported, ' || began_on
          else 'is new, but the history of this loan was imported before' end as reason
      from ${withLoans}
      where loan_openings.account_id is null or entered_on < ${since}::date or entered_on < opened_on
        or entered_on > began_on
        or (${isNew} and exists (select from former_entries where former_entries.account_id = accounts.account_id))`,
    limit,
  );
}

/** Entries in their order, with what was owed after each: today's principal, and the later entries taken back. */
const ordered = sql`
  select import_history.*, account_id, opened_on, began_on, opening.principal_cents as imported_principal,
    row_number() over newest as position,
    opening.principal_cents + coalesce(sum(import_history.principal_cents) over (
      partition by account_id order by entered_on desc, line desc rows between unbounded preceding and 1 preceding), 0)
      as running
  from import_history join accounts using (account_number) join loan_openings using (account_id)
  cross join lateral (
    select coalesce(sum(amount_cents), 0)::bigint as principal_cents
    from postings join transfers using (transfer_id)
    where postings.account_id = accounts.account_id and ledger_code = ${ledger.loanPrincipal}
      and transfers.description = ${OPENING_BALANCE}
  ) as opening
  where ${isNew}
  window newest as (partition by account_id order by entered_on desc, line desc)`;

export function selectUnlikely(transaction: Transaction, since: Day, limit: number): Promise<HistoryFindings> {
  return selectFindings(
    transaction,
    sql`
      with ordered as (${ordered}), sums as (
        select account_id, min(line) as line, max(opened_on) as opened_on, max(began_on) as began_on,
          max(imported_principal) + sum(principal_cents) as lent,
          sum(interest_cents) filter (where extract(year from entered_on) = extract(year from began_on)) as this_year
        from ordered group by account_id
      )
      select line, 'balance' as column,
        'is ' || to_char(balance_cents / 100.0, 'FM999999999990.00') || ', but by the principal and the later entries it was '
          || to_char(running / 100.0, 'FM999999999990.00') as reason
      from ordered where balance_cents <> running
      union all
      select line, 'principal', 'of all entries and the principal do not add up to what was lent'
      from sums join loans using (account_id)
      where sums.opened_on >= ${since}::date and credit_limit_cents = 0 and original_amount_cents > 0
        and lent <> original_amount_cents
      union all
      select line, 'interest', 'of this year is not interest_paid_this_year of the loans file'
      from sums join loan_openings using (account_id)
      where (${since}::date <= date_trunc('year', sums.began_on) or sums.opened_on >= ${since}::date)
        and interest_this_year_cents <> coalesce(this_year, 0)`,
    limit,
  );
}

async function selectFindings(
  transaction: Transaction,
  findings: RawBuilder<unknown>,
  limit: number,
): Promise<HistoryFindings> {
  const { rows } = await sql<HistoryFinding & { total: number }>`
    select line, "column", reason, count(*) over () as total from (${findings}) as found
    order by line limit ${limit}`.execute(transaction);
  return { found: rows.map(({ line, column, reason }) => ({ line, column, reason })), total: rows[0]?.total ?? 0 };
}

export async function countNewEntries(transaction: Transaction): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    select count(*) as entries from import_history join accounts using (account_number) where ${isNew}`.execute(
    transaction,
  );
  return rows[0]?.entries ?? 0;
}

/** Writes the entries, and the figures of earlier payments that the loans file left open and the history covers. */
export async function writeFormerEntries(transaction: Transaction, since: Day): Promise<void> {
  await sql`
    with ordered as (${ordered}), sums as (
      select account_id,
        sum(interest_cents) filter (where extract(year from entered_on) = extract(year from began_on)) as interest_this_year,
        sum(interest_cents) filter (where extract(year from entered_on) = extract(year from began_on) - 1) as interest_last_year,
        -sum(other_cents) filter (
          where kind not like 'payment%' and extract(year from entered_on) = extract(year from began_on)) as fees_this_year,
        sum(principal_cents) filter (where kind like 'payment%') as paid_principal,
        sum(interest_cents) filter (where kind like 'payment%') as paid_interest,
        sum(other_cents) filter (where kind like 'payment%') as paid_fees,
        bool_and(opened_on >= ${since}::date) as is_whole,
        bool_and(opened_on >= ${since}::date or ${since}::date <= date_trunc('year', began_on)) as has_this_year,
        bool_and(opened_on >= ${since}::date or ${since}::date <= date_trunc('year', began_on) - interval '1 year') as has_last_year
      from ordered group by account_id
    ), last_payments as (
      select distinct on (account_id) account_id, entered_on, principal_cents + interest_cents + other_cents as paid
      from ordered where kind = 'payment' and not returned order by account_id, position
    )
    update loan_openings set
      interest_this_year_cents = coalesce(interest_this_year_cents, case when has_this_year then greatest(coalesce(interest_this_year, 0), 0) end),
      interest_last_year_cents = coalesce(interest_last_year_cents, case when has_last_year then greatest(coalesce(interest_last_year, 0), 0) end),
      fees_this_year_cents = coalesce(fees_this_year_cents, case when has_this_year then greatest(coalesce(fees_this_year, 0), 0) end),
      paid_principal_cents = case when paid_principal_cents is null and is_whole then greatest(coalesce(paid_principal, 0), 0) else paid_principal_cents end,
      paid_interest_cents = case when paid_principal_cents is null and is_whole then greatest(coalesce(paid_interest, 0), 0) else paid_interest_cents end,
      paid_fees_cents = case when paid_principal_cents is null and is_whole then greatest(coalesce(paid_fees, 0), 0) else paid_fees_cents end,
      last_paid_on = coalesce(last_paid_on, last_payments.entered_on),
      last_paid_cents = coalesce(last_paid_cents, last_payments.paid)
    from sums left join last_payments using (account_id)
    -- Figures of nightly files are newer.
    where loan_openings.account_id = sums.account_id and loan_openings.figures_on is null`.execute(transaction);
  await sql`
    insert into former_entries (account_id, position, reference, entered_on, kind, description, principal_cents,
      interest_cents, other_cents, running_principal_cents, returned)
    select account_id, position, reference, entered_on, kind, description, principal_cents, interest_cents, other_cents,
      running, returned
    from (${ordered}) as ordered`.execute(transaction);
}
