import type { ColumnType, QueryCompiler } from 'kysely';

/** A `timestamptz` column; the database handle takes instants as parameters and returns them. */
export type InstantColumn = ColumnType<Temporal.Instant, Temporal.Instant | string, Temporal.Instant | string>;
export type NullableInstantColumn = ColumnType<
  Temporal.Instant | null,
  Temporal.Instant | string | null | undefined,
  Temporal.Instant | string | null
>;

/** Makes instants parameters of a statement; neither driver knows them. */
export function withInstants(compiler: QueryCompiler): QueryCompiler {
  return {
    compileQuery(node, queryId) {
      const compiled = compiler.compileQuery(node, queryId);
      return { ...compiled, parameters: compiled.parameters.map(toParameter) };
    },
  };
}

export function toParameter(value: unknown): unknown {
  return value instanceof Temporal.Instant ? value.toString() : value;
}
