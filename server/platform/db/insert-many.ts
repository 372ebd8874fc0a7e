import { type RawBuilder, sql } from 'kysely';
import { type ArrayElement, arrayText } from './array-text.ts';
import type { PreparedPart } from './prepared-statement.ts';

/** Column names and their types, in the order they are sent. */
export type Columns<Row> = { readonly [Name in keyof Row]-?: string };

/** Inserts rows in their order. The statement's text is the same for any number of rows. */
export function insertMany<Row extends object>(
  table: string,
  columns: Columns<Row>,
  rows: readonly Row[],
): RawBuilder<unknown> {
  return insertionOf(table, columns, arraysOf(columns, rows));
}

/** Like {@link insertMany}, for a statement that is written late. */
export function insertion<Row extends object>(
  table: string,
  columns: Columns<Row>,
  onConflict: RawBuilder<unknown> = sql``,
): (rows: readonly Row[]) => PreparedPart {
  const build: PreparedPart['build'] = (arrays) => sql`${insertionOf(table, columns, arrays)} ${onConflict}`;
  return (rows) => ({ build, values: arraysOf(columns, rows) });
}

function insertionOf<Row extends object>(
  table: string,
  columns: Columns<Row>,
  arrays: readonly unknown[],
): RawBuilder<unknown> {
  const names = namesOf(columns).map((name) => sql.ref(name));
  return sql`insert into ${sql.table(table)} (${sql.join(names)}) select * from ${tableOf(columns, arrays)}`;
}

/** The rows as a table of a `from` clause, to be named with the columns in their order. */
export function asTable<Row extends object>(columns: Columns<Row>, rows: readonly Row[]): RawBuilder<unknown> {
  return tableOf(columns, arraysOf(columns, rows));
}

/** The values of {@link tableOf}: an array for each column. */
export function arraysOf<Row extends object>(columns: Columns<Row>, rows: readonly Row[]): string[] {
  return namesOf(columns).map((name) => arrayText(rows.map((row) => row[name] as ArrayElement)));
}

/** Like {@link asTable}, from arrays or placeholders for them. */
export function tableOf<Row extends object>(columns: Columns<Row>, arrays: readonly unknown[]): RawBuilder<unknown> {
  const typed = namesOf(columns).map((name, index) => sql`${arrays[index]}::text::${sql.raw(columns[name])}[]`);
  return sql`unnest(${sql.join(typed)})`;
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
