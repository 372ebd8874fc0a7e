import { sql } from 'kysely';
import { arrayText } from '#server/platform/db/array-text.ts';
import type { Transaction } from '#server/platform/db/database.ts';

export interface LineKey {
  readonly key: string;
  readonly line: number;
}

/** Keeps the keys in the database, as memory use must not grow with the file; dropped with the transaction. */
export async function createLineKeys(transaction: Transaction): Promise<void> {
  await sql`
    create temporary table line_keys (key text primary key, line integer not null) on commit drop`.execute(transaction);
}

/** Remembers the keys, and returns those that an earlier line has, with the number of that line. */
export async function rememberKeys(
  transaction: Transaction,
  keys: readonly LineKey[],
): Promise<readonly (LineKey & { readonly earlierLine: number })[]> {
  const given = sql`unnest(
    ${arrayText(keys.map(({ key }) => key))}::text::text[],
    ${arrayText(keys.map(({ line }) => line))}::text::integer[]
  ) as given (key, line)`;
  await sql`
    insert into line_keys (key, line) select key, line from ${given} order by line on conflict do nothing
  `.execute(transaction);
  const { rows } = await sql<{ key: string; line: number; earlier_line: number }>`
    select key, given.line, line_keys.line as earlier_line from ${given} join line_keys using (key)
    where line_keys.line < given.line order by given.line`.execute(transaction);
  return rows.map(({ key, line, earlier_line: earlierLine }) => ({ key, line, earlierLine }));
}
