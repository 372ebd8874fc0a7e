import { mkdir } from 'node:fs/promises';
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type Database, guardAgainstNesting } from './database.ts';
import { lockFolder } from './folder-lock.ts';
import { type JobStore, withPlainValues } from './job-store.ts';
import { prepareConnection } from './prepare-connection.ts';
import type { Tables } from './tables.ts';

/**
 * Parses database values the same on both drivers: `bigint` as a safe number (money is cents), `numeric` and `date` as
 * text, `timestamptz` as an instant.
 */
const valueParsers: Readonly<Record<number, (text: string) => unknown>> = {
  20: toSafeNumber, // int8
  1016: (text) => parseArray(text).map(toSafeNumber), // int8[]
  1082: (text) => text, // date
  1182: parseArray, // date[]
  1700: (text) => text, // numeric
  1184: (text) => Temporal.Instant.from(text), // timestamptz
};

export interface OpenDatabase {
  readonly database: Database;
  readonly kind: 'embedded' | 'postgres';
  readonly jobStore: JobStore;
  close(): Promise<void>;
}

/** Fails the caller if no connection is available in time. */
const CONNECT_WITHIN_MS = 3_000;

/** Enforced by PostgreSQL, so a lost process can't block others for long. */
const STATEMENT_WITHIN_MS = 5 * 60_000;
const LOCK_WITHIN_MS = 15_000;
const IDLE_TRANSACTION_WITHIN_MS = 60_000;

export function openPostgres(databaseUrl: string, options: { readonly maxConnections?: number } = {}): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    statement_timeout: STATEMENT_WITHIN_MS,
    lock_timeout: LOCK_WITHIN_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_WITHIN_MS,
    types: { getTypeParser: (oid, format) => valueParsers[oid as number] ?? pg.types.getTypeParser(oid, format) },
  });
  // The pool replaces a connection lost while idle; without a listener the error would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', prepareConnection);
  const database = new Kysely<Tables>({ dialect: guardAgainstNesting(new PostgresDialect({ pool }), 'many') });
  const jobStore: JobStore = { kind: 'postgres', databaseUrl };
  return { database, kind: 'postgres', jobStore, close: () => database.destroy() };
}

/**
 * PostgreSQL inside this process, in a folder or, without one, in memory. For development and tests only: it doesn't
 * flush to disk on commit.
 * @throws Error if another process uses the folder
 */
export async function openEmbedded(folder?: string, preparedData?: Blob): Promise<OpenDatabase> {
  if (folder) await mkdir(folder, { recursive: true });
  const unlock = folder ? await lockFolder(folder) : undefined;
  // Not loaded with a PostgreSQL server.
  const { PGlite, types } = await import('@electric-sql/pglite');
  const pglite = await PGlite.create({
    ...(folder ? { dataDir: folder } : {}),
    ...(preparedData ? { loadDataDir: preparedData } : {}),
    parsers: valueParsers,
  });
  const database = new Kysely<Tables>({ dialect: guardAgainstNesting(new PGliteDialect({ pglite }), 'one') });
  return {
    database,
    kind: 'embedded',
    jobStore: { kind: 'embedded', pglite: withPlainValues(pglite, types.parsers) },
    async close() {
      await database.destroy();
      if (!pglite.closed) await pglite.close();
      await unlock?.();
    },
  };
}

function toSafeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`Too large for a number: ${text}`);
  return value;
}

function parseArray(text: string): string[] {
  const inner = text.slice(1, -1);
  return inner === '' ? [] : inner.split(',');
}
