import { type RawBuilder, sql } from 'kysely';
import { type Database, inTransaction } from '#server/platform/db/database.ts';
import { type FieldCipher, headerOf } from './field-cipher.ts';
import { type SealedTable, sealedTables } from './sealed-tables.ts';

const ROWS_AT_ONCE = 200;

/**
 * Seals again, with the current key, all values of earlier keys. Rows that change meanwhile are skipped: they were
 * sealed with the current key, or the next run takes them.
 * @returns the number of values, and whether none of earlier keys are left
 */
export async function resealAll(
  database: Database,
  cipher: FieldCipher,
  current: number,
  stopping: AbortSignal,
): Promise<{ readonly resealed: number; readonly isComplete: boolean }> {
  let [resealed, skipped] = [0, 0];
  for (const table of sealedTables) {
    for (const column of Object.keys(table.identities)) {
      let after: Row | undefined;
      do {
        if (stopping.aborted) return { resealed, isComplete: false };
        const rows = await listOutdated(database, { table, column, current, after });
        const done = await resealRows(database, cipher, { table, column, rows });
        resealed += done;
        skipped += rows.length - done;
        after = rows.at(-1);
      } while (after !== undefined);
    }
  }
  return { resealed, isComplete: skipped === 0 };
}

/** The key and the other columns as text, with the sealed value. */
interface Row {
  readonly fields: Readonly<Record<string, string>>;
  readonly sealed: Uint8Array;
}

interface ColumnRows {
  readonly table: SealedTable;
  readonly column: string;
}

async function listOutdated(
  database: Database,
  { table, column, current, after }: ColumnRows & { readonly current: number; readonly after: Row | undefined },
): Promise<Row[]> {
  const key = sql.join(Object.keys(table.key).map((name) => sql.ref(name)));
  const text = [...Object.keys(table.key), ...(table.reads ?? [])].flatMap((name) => [
    sql.lit(name),
    sql`${sql.ref(name)}::text`,
  ]);
  const further = after ? sql`and (${key}) > (${sql.join(keyValues(table, after))})` : sql``;
  const { rows } = await sql<Row>`
    select json_build_object(${sql.join(text)}) as fields, ${sql.ref(column)} as sealed
    from ${sql.table(table.table)}
    where ${sql.ref(column)} is not null
      and substring(${sql.ref(column)} from 1 for 6) <> ${headerOf(current)} ${further}
    order by ${key} limit ${sql.lit(ROWS_AT_ONCE)}`.execute(database);
  return rows;
}

async function resealRows(
  database: Database,
  cipher: FieldCipher,
  { table, column, rows }: ColumnRows & { readonly rows: readonly Row[] },
): Promise<number> {
  const identityOf = table.identities[column];
  if (!identityOf || rows.length === 0) return 0;
  const key = sql.join(Object.keys(table.key).map((name) => sql.ref(name)));
  return inTransaction(database, async (transaction) => {
    let done = 0;
    for (const row of rows) {
      const identity = identityOf(row.fields);
      const sealed = cipher.encrypt(cipher.decrypt(row.sealed, identity), identity);
      const { numAffectedRows } = await sql`
        update ${sql.table(table.table)} set ${sql.ref(column)} = ${sealed}
        where (${key}) = (${sql.join(keyValues(table, row))}) and ${sql.ref(column)} = ${row.sealed}
      `.execute(transaction);
      done += Number(numAffectedRows ?? 0);
    }
    return done;
  });
}

function keyValues(table: SealedTable, row: Row): RawBuilder<unknown>[] {
  return Object.entries(table.key).map(([name, type]) => sql`${row.fields[name]}::${sql.raw(type)}`);
}
