import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import type { PGliteLike } from 'pg-boss';

/** Our database as the job queue needs it: with its own pool, or with PGlite's own parsers. */
export type JobStore =
  | { readonly kind: 'postgres'; readonly databaseUrl: string }
  | { readonly kind: 'embedded'; readonly pglite: PGliteLike };

/** Uses PGlite's own parsers instead of ours. */
export function withPlainValues(pglite: PGlite, parsers: NonNullable<PGliteOptions['parsers']>): PGliteLike {
  return {
    query: (text, values) => pglite.query(text, values, { parsers }),
    exec: (text) => pglite.exec(text, { parsers }),
  };
}
