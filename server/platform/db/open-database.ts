import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Config } from '#server/platform/config.ts';
import { type Database, guardAgainstNesting } from './database.ts';
import { lockFolder } from './folder-lock.ts';
import { openConnections } from './connections.ts';
import { type JobConnections, type JobStore, withPlainValues } from './job-store.ts';
import { prepareConnection } from './prepare-connection.ts';
import type { Tables } from './tables.ts';

/**
 * Parses database values the same on both drivers: `bigint` as a safe number (money is cents), `numeric` and `date` as
 * text, `timestamptz` as an instant.
 */
const valueParsers: Readonly<Record<number, (text: string) => unknown>> = {
  20: toSafeNumber, // int8
  1016: (text) => parseArray(text).map((part) => (part === null ? null : toSafeNumber(part))), // int8[]
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

/** For the job queue of a process with a handful of jobs; beyond `maxConnections`. */
const JOB_CONNECTIONS = 2;

/** Enforced by PostgreSQL, so a lost process can't block others for long. */
const STATEMENT_WITHIN_MS = 5 * 60_000;
const LOCK_WITHIN_MS = 15_000;
const IDLE_TRANSACTION_WITHIN_MS = 60_000;

/** Opens the database of this configuration without migrating it. */
export function openConfigured(config: DatabaseConfig): Promise<OpenDatabase> {
  const { databaseUrl, dataFolder, databaseConnections: maxConnections, databaseIsPooled: pooled } = config;
  return databaseUrl === null
    ? openEmbedded(path.join(dataFolder, 'database'))
    : Promise.resolve(openPostgres(databaseUrl, { maxConnections, pooled }));
}

/** Opens it as the owner of its tables, who may change them. */
export function openAsOwner(config: DatabaseConfig): Promise<OpenDatabase> {
  const { ownerDatabaseUrl: url } = config;
  return openConfigured(url === null ? config : { ...config, databaseUrl: url, databaseIsPooled: false });
}

type DatabaseConfig = Pick<
  Config,
  'databaseUrl' | 'ownerDatabaseUrl' | 'dataFolder' | 'databaseConnections' | 'databaseIsPooled'
>;

export interface PostgresOptions {
  readonly maxConnections?: number;
  /** Behind PgBouncer in transaction mode: sets nothing that belongs to a connection. */
  readonly pooled?: boolean;
}

/** @param databaseUrl may name several hosts; the one that takes writes is used */
export function openPostgres(databaseUrl: string, options: PostgresOptions = {}): OpenDatabase {
  const pooled = options.pooled ?? false;
  // PgBouncer refuses these as start-up parameters; there, the role has them.
  const limits = pooled
    ? {}
    : {
        statement_timeout: STATEMENT_WITHIN_MS,
        lock_timeout: LOCK_WITHIN_MS,
        idle_in_transaction_session_timeout: IDLE_TRANSACTION_WITHIN_MS,
      };
  const pool = openConnections(
    databaseUrl,
    {
      max: options.maxConnections ?? 10,
      ...limits,
      types: { getTypeParser: (oid, format) => valueParsers[oid as number] ?? pg.types.getTypeParser(oid, format) },
    },
    (client) => prepareConnection(client, { named: !pooled }),
  );
  const database = new Kysely<Tables>({ dialect: guardAgainstNesting(new PostgresDialect({ pool }), 'many') });
  const jobStore: JobStore = { kind: 'postgres', connect: () => connectJobs(databaseUrl) };
  return { database, kind: 'postgres', jobStore, close: () => database.destroy() };
}

/** pg-boss has its own statements, and expects pg's own parsers. */
function connectJobs(databaseUrl: string): JobConnections {
  const connections = openConnections(databaseUrl, { max: JOB_CONNECTIONS, query_timeout: IDLE_TRANSACTION_WITHIN_MS });
  return {
    async executeSql(text, values) {
      const client = await connections.connect();
      let failure: Error | undefined;
      try {
        return await client.query(text, values);
      } catch (error) {
        failure = error as Error;
        throw error;
      } finally {
        // After an error, several statements may have left a transaction open.
        client.release(failure);
      }
    },
    close: () => connections.end(),
  };
}

/**
 * Settings of the embedded PostgreSQL, for a small database: by default, PostgreSQL reserves 128 MB and writes its
 * log in files of 16 MB, which takes most of a start.
 */
export function embeddedSettings({ defaultStartParams }: { readonly defaultStartParams: readonly string[] }) {
  return {
    startParams: [...defaultStartParams, '-c', 'shared_buffers=32MB'],
    initDbStartParams: ['--wal-segsize=1'],
  };
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
    ...embeddedSettings(PGlite),
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

/** For one dimension and elements without quotes. */
function parseArray(text: string): (string | null)[] {
  const inner = text.slice(1, -1);
  return inner === '' ? [] : inner.split(',').map((part) => (part === 'NULL' ? null : part));
}
