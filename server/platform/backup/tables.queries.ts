import { sql } from 'kysely';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { PlainError } from '#server/platform/plain-error.ts';

const ROWS_AT_ONCE = 2_000;

/** The migrations tell which tables there are; the job queue fills its own schema again. */
const notBackedUp = ['kysely_migration', 'kysely_migration_lock'];

export interface BackedUpTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Returns all tables, each after those its rows refer to. */
export async function listTables(transaction: Transaction): Promise<BackedUpTable[]> {
  const { rows: tables } = await sql<BackedUpTable & { refersTo: string[] }>`
    select tables.relname as name,
      (select json_agg(attname order by attnum) from pg_attribute
        where attrelid = tables.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select coalesce(json_agg(distinct referred.relname), '[]') from pg_constraint
        join pg_class referred on referred.oid = confrelid
        where contype = 'f' and conrelid = tables.oid and confrelid <> tables.oid) as "refersTo"
    from pg_class tables
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all(${notBackedUp})
    order by relname`.execute(transaction);
  const ordered: typeof tables = [];
  const isPlaced = (name: string) => ordered.some((table) => table.name === name);
  while (ordered.length < tables.length) {
    const next = tables.find(({ name, refersTo }) => !isPlaced(name) && refersTo.every(isPlaced));
    if (!next) throw new Error('Tables refer to each other in a circle');
    ordered.push(next);
  }
  return ordered;
}

/** Yields the rows of a table as lines of JSON. */
export async function* readRows(transaction: Transaction, { name, columns }: BackedUpTable): AsyncGenerator<string[]> {
  const selected = sql.join(columns.map((column) => sql.ref(column)));
  await sql`
    declare backup_rows cursor for
    select row_to_json(backed_up)::text as line from (select ${selected} from ${sql.table(name)}) as backed_up
  `.execute(transaction);
  for (;;) {
    const { rows } = await sql<{ line: string }>`
      fetch ${sql.lit(ROWS_AT_ONCE)} from backup_rows`.execute(transaction);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await sql`close backup_rows`.execute(transaction);
}

/** Inserts rows as {@link readRows} returned them. The triggers of the tables must be off. */
export async function insertRows(
  transaction: Transaction,
  { name, columns }: BackedUpTable,
  lines: readonly string[],
): Promise<void> {
  const into = sql.join(columns.map((column) => sql.ref(column)));
  await sql`
    insert into ${sql.table(name)} (${into}) overriding system value
    select ${into} from json_populate_recordset(null::${sql.table(name)}, ${`[${lines.join(',')}]`}::json)
  `.execute(transaction);
}

/** Removes what migrations inserted, and switches off the triggers that keep rows from being loaded or removed. */
export async function emptyTables(transaction: Transaction, tables: readonly BackedUpTable[]): Promise<void> {
  for (const { name } of tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(transaction);
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(transaction);
}

export async function closeTables(transaction: Transaction, tables: readonly BackedUpTable[]): Promise<void> {
  // A table with checks of the transaction still to do can't be altered.
  await sql`set constraints all immediate`.execute(transaction);
  for (const { name } of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(transaction);
}

export async function readSequences(transaction: Transaction): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; last: number }>`
    select sequencename as name, last_value as last from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`.execute(transaction);
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

export async function setSequences(transaction: Transaction, sequences: Readonly<Record<string, number>>) {
  for (const [name, last] of Object.entries(sequences)) {
    await sql`select setval(${`public.${name}`}::regclass, ${last}::bigint)`.execute(transaction);
  }
}

export async function readNewestMigration(transaction: Transaction): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name desc limit 1`.execute(transaction);
  return rows[0]?.name ?? '';
}

/** Throws PlainError if the database has tables already, because restoring must never replace data. */
export async function assertEmpty(database: Queryable): Promise<void> {
  const { rows } = await sql`select 1 from pg_tables where schemaname = 'public' limit 1`.execute(database);
  if (rows.length > 0) throw new PlainError('The database is not empty. Create a new one, and restore into that.');
}

/** Returns the storage names of all documents; their files never change. */
export async function listStoredDocuments(transaction: Transaction): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select storage_name as name from documents where stored_at is not null order by 1`.execute(transaction);
  return rows.map(({ name }) => name);
}
