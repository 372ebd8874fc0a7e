import type { Compilable, CompiledQuery } from 'kysely';
import type { Queryable } from './database.ts';
import { toParameter } from './instants.ts';

/**
 * Builds a statement once and runs it with new values, for queries of every request whose text costs more to build than
 * to run.
 * @param build gets a placeholder for each value and must use it as a parameter
 */
export function prepareStatement<Values extends readonly unknown[], Row>(
  build: (database: Queryable, ...values: Values) => Compilable<Row>,
): (database: Queryable, ...values: Values) => Promise<Row[]> {
  let prepared: Prepared<Row> | undefined;
  return async (database, ...values) => {
    prepared ??= prepare(values.length, (standIns) => build(database, ...(standIns as unknown as Values)));
    const parameters = prepared.places.map((place) =>
      'value' in place ? place.value : toParameter(values[place.index]),
    );
    const { rows } = await database.executeQuery<Row>({ ...prepared.query, parameters });
    return rows;
  };
}

interface Prepared<Row> {
  readonly query: CompiledQuery<Row>;
  readonly places: readonly Place[];
}

/** A value of each run, or a constant. */
type Place = { readonly index: number } | { readonly value: unknown };

function prepare<Row>(count: number, build: (standIns: readonly unknown[]) => Compilable<Row>): Prepared<Row> {
  const standIns: readonly unknown[] = Array.from({ length: count }, (_, index) => ({ index }));
  const query = build(standIns).compile();
  const places = query.parameters.map((value): Place => {
    const index = standIns.indexOf(value);
    return index >= 0 ? { index } : { value };
  });
  const unused = standIns.findIndex((_, index) => !places.some((place) => 'index' in place && place.index === index));
  if (unused >= 0) throw new Error(`Value ${unused} is not a parameter of the statement`);
  return { query, places };
}
