import { sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { TrialBalanceLine } from '#server/host/ledger-reports.ts';
import { type Database, inTransaction, type Queryable } from '#server/platform/db/database.ts';

interface Closing {
  readonly until: string;
  readonly balances: Readonly<Record<string, number>>;
}

/** Begins with the newest balances kept before the day, so it reads only the postings since. */
export async function readTrialBalance(
  database: Queryable,
  { since, until }: { readonly since: string; readonly until: string },
): Promise<TrialBalanceLine[]> {
  const kept = await findClosing(database, since);
  const { rows } = await sql<TrialBalanceLine>`
    with kept as (
      select key::smallint as ledger_code, value::bigint as cents
      from jsonb_each_text(${JSON.stringify(kept?.balances ?? {})}::jsonb)
    ), earlier as (
      select ledger_code, sum(amount_cents) as cents
      from transfers join postings using (transfer_id)
      where posted_at >= ${kept?.until ?? '-infinity'} and posted_at < ${since}
      group by ledger_code
    ), moved as (
      select ledger_code, coalesce(sum(amount_cents) filter (where amount_cents > 0), 0) as debit,
        coalesce(-sum(amount_cents) filter (where amount_cents < 0), 0) as credit
      from transfers join postings using (transfer_id)
      where posted_at >= ${since} and posted_at < ${until}
      group by ledger_code
    ), lines as (
      select ledger_code, name, coalesce(kept.cents, 0) + coalesce(earlier.cents, 0) as opening,
        coalesce(debit, 0) as debit, coalesce(credit, 0) as credit
      from ledger_accounts left join kept using (ledger_code) left join earlier using (ledger_code)
        left join moved using (ledger_code)
    )
    select ledger_code as "ledgerCode", name, opening::bigint as "openingCents", debit::bigint as "debitCents",
      credit::bigint as "creditCents", (opening + debit - credit)::bigint as "closingCents"
    from lines order by ledger_code`.execute(database);
  return rows;
}

async function findClosing(database: Queryable, through: string): Promise<Closing | undefined> {
  const { rows } = await sql<Closing>`
    select to_json(until) #>> '{}' as until, balances from ledger_closings
    where until <= ${through} and balances is not null order by until desc limit 1`.execute(database);
  return rows[0];
}

/**
 * Keeps the balances at the end of a day. The row comes first: a transaction that posts to the day late and commits
 * after it deletes the row. Those that began before the row and may not have seen it must have ended when the balances
 * are read; while one has not, the row stays empty until the next run.
 */
export async function keepClosing(
  database: Database,
  { through, until }: { readonly through: Day; readonly until: string },
): Promise<void> {
  await sql`insert into ledger_closings (through_on, until) values (${through}, ${until}) on conflict do nothing`.execute(
    database,
  );
  const { rows } = await sql<{ begun: string }>`select pg_current_xact_id()::text as begun`.execute(database);
  await inTransaction(database, async (transaction) => {
    const { rows: open } = await sql`
      select from ledger_closings where through_on = ${through} and balances is null for update`.execute(transaction);
    if (open.length === 0) return;
    const { rows: seen } = await sql<{ all: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) > ${rows[0]?.begun}::text::xid8 as all`.execute(transaction);
    if (seen[0]?.all !== true) return;
    const closing = await readTrialBalance(transaction, { since: until, until });
    const balances = Object.fromEntries(closing.map(({ ledgerCode, openingCents }) => [ledgerCode, openingCents]));
    await sql`
      update ledger_closings set balances = ${JSON.stringify(balances)}::jsonb
      where through_on = ${through}`.execute(transaction);
  });
}
