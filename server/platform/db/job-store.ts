import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import type { PGliteLike } from 'pg-boss';

/** Our database as the queue of jobs wants it: with a pool of its own, or with the parsers that PGlite has by itself. */
export type JobStore =
  | { readonly kind: 'postgres'; readonly databaseUrl: string }
  | { readonly kind: 'embedded'; readonly pglite: PGliteLike };

/** Values as PGlite reads them by itself, not as our own handle does. */
export function withPlainValues(pglite: PGlite, parsers: NonNullable<PGliteOptions['parsers']>): PGliteLike {
  return {
    query: (text, values) => pglite.query(text, values, { parsers }),
    exec: (text) => pglite.exec(text, { parsers }),
  };
}
