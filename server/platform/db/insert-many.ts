import { type RawBuilder, sql } from 'kysely';
import { type ArrayElement, arrayText } from './array-text.ts';

/** Column names and their types, in the order they are sent. */
export type Columns<Row> = { readonly [Name in keyof Row]-?: string };

/** Inserts rows in their order. The statement's text is the same for any number of rows. */
export function insertMany<Row extends object>(
  table: string,
  columns: Columns<Row>,
  rows: readonly Row[],
): RawBuilder<unknown> {
  const names = namesOf(columns);
  return sql`
    insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    select * from ${asTable(columns, rows)}`;
}

/** The rows as a table of a `from` clause, to be named with the columns in their order. */
export function asTable<Row extends object>(columns: Columns<Row>, rows: readonly Row[]): RawBuilder<unknown> {
  const arrays = namesOf(columns).map(
    (name) => sql`${arrayText(rows.map((row) => row[name] as ArrayElement))}::text::${sql.raw(columns[name])}[]`,
  );
  return sql`unnest(${sql.join(arrays)})`;
}

function namesOf<Row extends object>(columns: Columns<Row>): (keyof Row & string)[] {
  return Object.keys(columns) as (keyof Row & string)[];
}

/** For `where(column, '=', anyOf(texts))`. The statement's text is the same for any number of values. */
export function anyOf(texts: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${texts}::text[])`;
}

/** Like `anyOf`, for ids. */
export function anyId(ids: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${ids}::uuid[])`;
}
