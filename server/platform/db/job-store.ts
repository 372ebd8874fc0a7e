import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import type { PGliteLike } from 'pg-boss';

/** Our database as the job queue needs it: with connections and parsers of its own. */
export type JobStore =
  | { readonly kind: 'postgres'; connect(): JobConnections }
  | { readonly kind: 'embedded'; readonly pglite: PGliteLike };

export interface JobConnections {
  /** Without values, `text` may be several statements. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  close(): Promise<void>;
}

/** Uses PGlite's own parsers instead of ours. */
export function withPlainValues(pglite: PGlite, parsers: NonNullable<PGliteOptions['parsers']>): PGliteLike {
  return {
    query: (text, values) => pglite.query(text, values, { parsers }),
    exec: (text) => pglite.exec(text, { parsers }),
  };
}
