import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Queryable } from './database.ts';
import { toParameter } from './instants.ts';

/**
 * Builds a statement once and runs it with new values, for queries of every request whose text costs more to build than
 * to run.
 * @param build gets a placeholder for each value and must use it as a parameter
 */
export function prepareStatement<Values extends readonly unknown[], Row>(
  build: (database: Queryable, ...values: Values) => Built<Row>,
): PreparedStatement<Values, Row> {
  let prepared: Prepared<Row> | undefined;
  const query = (database: Queryable, ...values: Values) => {
    prepared ??= prepare(database, values.length, (standIns) => build(database, ...(standIns as unknown as Values)));
    return withValues(prepared, values);
  };
  const run = async (database: Queryable, ...values: Values) =>
    (await database.executeQuery<Row>(query(database, ...values))).rows;
  return Object.assign(run, { query });
}

interface PreparedStatement<Values extends readonly unknown[], Row> {
  (database: Queryable, ...values: Values): Promise<Row[]>;
  /** To be run with another one. */
  query(database: Queryable, ...values: Values): CompiledQuery<Row>;
}

/** Like {@link prepareStatement}, with values by name. */
export function prepareTemplate<Values extends object, Row>(
  build: (values: Values) => Built<Row>,
): PreparedStatement<readonly [Values], Row> {
  let names: readonly (keyof Values)[] | undefined;
  const statement = prepareStatement((_database, ...standIns: readonly unknown[]) =>
    build(Object.fromEntries((names ?? []).map((name, index) => [name, standIns[index]])) as Values),
  );
  const inOrder = (values: Values) => {
    names ??= Object.keys(values) as (keyof Values)[];
    return names.map((name) => values[name]);
  };
  return Object.assign((database: Queryable, values: Values) => statement(database, ...inOrder(values)), {
    query: (database: Queryable, values: Values) => statement.query(database, ...inOrder(values)),
  });
}

/** A query of Kysely, or an `sql` template. */
interface Built<Row> {
  compile(database: Queryable): CompiledQuery<Row>;
}

/** A part of a statement whose text is always the same, with the values of this time. */
export interface PreparedPart {
  /** The same function each time; gets placeholders and must use each as a parameter. */
  readonly build: (values: readonly unknown[]) => RawBuilder<unknown>;
  readonly values: readonly unknown[];
}

const partIds = new WeakMap<PreparedPart['build'], number>();
let partCount = 0;

function idOfPart({ build }: PreparedPart): number {
  const known = partIds.get(build);
  if (known !== undefined) return known;
  partCount += 1;
  partIds.set(build, partCount);
  return partCount;
}

const combined = new Map<string, Prepared<unknown>>();
const MAX_COMBINED = 500;

/** Combines parts to a statement that runs all of them; built once for these parts. */
export function combineParts(database: Queryable, parts: readonly PreparedPart[]): CompiledQuery<unknown> {
  const key = parts.map(idOfPart).join();
  let prepared = combined.get(key);
  if (!prepared) {
    prepared = prepare(database, parts.flatMap(({ values }) => values).length, (standIns) => build(parts, standIns));
    if (combined.size >= MAX_COMBINED) combined.clear();
    combined.set(key, prepared);
  }
  return withValues(
    prepared,
    parts.flatMap(({ values }) => values),
  );
}

function build(parts: readonly PreparedPart[], standIns: readonly unknown[]): RawBuilder<unknown> {
  let used = 0;
  const named = parts.map(({ build: buildPart, values }, index) => {
    const own = standIns.slice(used, (used += values.length));
    return sql`${sql.ref(`part_${index}`)} as (${buildPart(own)})`;
  });
  return sql`with ${sql.join(named)} select`;
}

interface Prepared<Row> {
  readonly query: CompiledQuery<Row>;
  readonly places: readonly Place[];
}

/** A value of each run, or a constant. */
type Place = { readonly index: number } | { readonly value: unknown };

function prepare<Row>(
  database: Queryable,
  count: number,
  buildWith: (standIns: readonly unknown[]) => Built<Row>,
): Prepared<Row> {
  const standIns: readonly unknown[] = Array.from({ length: count }, (_, index) => ({ index }));
  const query = buildWith(standIns).compile(database);
  const places = query.parameters.map((value): Place => {
    const index = standIns.indexOf(value);
    return index >= 0 ? { index } : { value };
  });
  const unused = standIns.findIndex((_, index) => !places.some((place) => 'index' in place && place.index === index));
  if (unused >= 0) throw new Error(`Value ${unused} is not a parameter of the statement`);
  return { query, places };
}

function withValues<Row>({ query, places }: Prepared<Row>, values: readonly unknown[]): CompiledQuery<Row> {
  const parameters = places.map((place) => ('value' in place ? place.value : toParameter(values[place.index])));
  return { ...query, parameters };
}
