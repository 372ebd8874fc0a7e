import { sql } from 'kysely';
import { type Database, inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { type Columns, insertMany } from '#server/platform/db/insert-many.ts';

/** As many as the product's own sets. */
const SET = 500;

/** Loans of which a late charge is due, and that have none yet. */
const late = sql`next_due_on < current_date - 15 and late_charge_for is null`;

/** Writes a late charge for each late loan, without computing anything. Returns the milliseconds. */
export function chargePlainly(database: Database): Promise<number> {
  return inSets(database, async (transaction) => {
    const { rows } = await sql<{ ids: number[] | null }>`
      select array_agg(account_id) as ids from (
        select account_id from loans where ${late} limit ${SET} for update) as due`.execute(transaction);
    const ids = rows[0]?.ids ?? [];
    if (ids.length === 0) return 0;
    const { rows: made } = await sql<{ first: number }>`
      with made as (
        insert into transfers (description, effective_on, posted_at, counted_cents)
        select 'Late charge', current_date, now(), 0 from unnest(${ids}::bigint[]) returning transfer_id)
      select min(transfer_id) as first from made`.execute(transaction);
    await sql`
      insert into postings (transfer_id, line, ledger_code, account_id, amount_cents)
      select ${made[0]?.first ?? 0}::bigint + place - 1, line, code, case when line = 1 then account_id end, amount
      from unnest(${ids}::bigint[]) with ordinality as loan (account_id, place),
        (values (1, 1120, 2500), (2, 4020, -2500)) as lines (line, code, amount)`.execute(transaction);
    await sql`
      update loans set late_charges_cents = late_charges_cents + 2500, accrued_through = current_date,
        accrued_numerator = 0, late_charge_for = next_due_on
      where account_id = any(${ids}::bigint[])`.execute(transaction);
    return ids.length;
  });
}

const statementColumns = {
  account_number: 'text',
  period: 'text',
  figures: 'jsonb',
  design_hash: 'bytea',
  made_at: 'timestamptz',
};

/** Stores the statements that are there again, for another period. Returns the milliseconds. */
export async function storeStatementsPlainly(database: Database): Promise<number> {
  const { rows } = await sql<Record<keyof typeof statementColumns, string | Uint8Array>>`
    select account_number, '1999-12' as period, figures::text, design_hash, made_at::text from statements
    order by account_number`.execute(database);
  return insertInSets(database, 'statements', statementColumns, rows);
}

const messageColumns = {
  kind: 'text',
  channel: 'text',
  occasion: 'text',
  recipient: 'text',
  customer_id: 'text',
  subject: 'text',
  words_sealed: 'bytea',
  created_at: 'timestamptz',
  next_attempt_at: 'timestamptz',
};

/** Queues the alerts that wait again, under other names. Returns the milliseconds. */
export async function queueAlertsPlainly(database: Database): Promise<number> {
  const { rows } = await sql<Record<keyof typeof messageColumns, string | Uint8Array | null>>`
    select kind, channel, 'plain-' || occasion as occasion, recipient, customer_id, subject, words_sealed,
      created_at::text, next_attempt_at::text
    from outbox_messages where occasion like 'alert-%' order by message_id`.execute(database);
  return insertInSets(database, 'outbox_messages', messageColumns, rows);
}

/** Rows come from a program, as those of the product do; only the writing counts. */
function insertInSets<Row extends object>(
  database: Database,
  table: string,
  columns: Columns<Row>,
  rows: readonly Row[],
): Promise<number> {
  let written = 0;
  return inSets(database, async (transaction) => {
    const set = rows.slice(written, written + SET);
    if (set.length > 0) await insertMany(table, columns, set).execute(transaction);
    written += set.length;
    return set.length;
  });
}

async function inSets(database: Database, writeSet: (transaction: Transaction) => Promise<number>): Promise<number> {
  const startedAt = performance.now();
  while ((await inTransaction(database, writeSet)) > 0);
  return performance.now() - startedAt;
}
