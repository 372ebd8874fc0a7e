import { sql } from 'kysely';
import type { Database, Transaction } from './database.ts';
import { inTransaction } from './database.ts';

/**
 * Gives the role of the servers and workers what they need and nothing more: rows of all tables, but no change or
 * removal where rows are append-only, and no change of the schema. Run as the owner of the tables.
 */
export async function grantRights(database: Database, role: string): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const to = sql.id(role);
    for (const schema of ['public', 'jobs']) {
      const known = await sql`select 1 from pg_namespace where nspname = ${schema}`.execute(transaction);
      if (known.rows.length === 0) continue;
      const of = sql.id(schema);
      await sql`revoke create on schema ${of} from ${to}`.execute(transaction);
      await sql`grant usage on schema ${of} to ${to}`.execute(transaction);
      await sql`revoke all on all tables in schema ${of} from ${to}`.execute(transaction);
      await sql`grant select, insert, update, delete on all tables in schema ${of} to ${to}`.execute(transaction);
      await sql`grant usage, select on all sequences in schema ${of} to ${to}`.execute(transaction);
    }
    for (const table of await listAppendOnly(transaction)) {
      await sql`revoke update, delete on ${sql.table(table)} from ${to}`.execute(transaction);
    }
    // The key of the audit log is made once; another one would make all entries look forged.
    await sql`revoke update, delete on audit_keys from ${to}`.execute(transaction);
    await sql`revoke insert, update, delete on kysely_migration, kysely_migration_lock from ${to}`.execute(transaction);
  });
}

/** Tables whose trigger refuses every change. */
async function listAppendOnly(transaction: Transaction): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct tables.relname as name
    from pg_trigger triggers
    join pg_class tables on tables.oid = triggers.tgrelid
    join pg_proc functions on functions.oid = triggers.tgfoid
    -- Before each row, on update and delete.
    where functions.proname = 'refuse_change' and triggers.tgtype & 27 = 27
    order by 1`.execute(transaction);
  return rows.map(({ name }) => name);
}
