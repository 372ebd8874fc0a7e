import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type Database, guardAgainstNesting } from './database.ts';
import { lockFolder } from './folder-lock.ts';
import { type JobStore, withPlainValues } from './job-store.ts';
import type { Tables } from './tables.ts';
import { valueParsers } from './value-parsers.ts';

export interface OpenDatabase {
  readonly database: Database;
  readonly kind: 'embedded' | 'postgres';
  readonly jobStore: JobStore;
  close(): Promise<void>;
}

/** PostgreSQL at an address; what production runs on. */
export function openPostgres(databaseUrl: string, options: { readonly maxConnections?: number } = {}): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.maxConnections ?? 10,
    types: { getTypeParser: (oid, format) => valueParsers[oid as number] ?? pg.types.getTypeParser(oid, format) },
  });
  // A connection that the server drops while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', prepareStatementsByName);
  const database = new Kysely<Tables>({ dialect: guardAgainstNesting(new PostgresDialect({ pool }), 'many') });
  const jobStore: JobStore = { kind: 'postgres', databaseUrl };
  return { database, kind: 'postgres', jobStore, close: () => database.destroy() };
}

/**
 * PostgreSQL inside this process, in a folder or, without one, in memory. For
 * trying out, developing and tests: it does not flush to disk on commit.
 * @throws Error when another process uses the folder.
 */
export async function openEmbedded(folder?: string, preparedData?: Blob): Promise<OpenDatabase> {
  if (folder) await mkdir(folder, { recursive: true });
  const unlock = folder ? await lockFolder(folder) : undefined;
  // Not loaded where PostgreSQL serves.
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

/** Statements are prepared once per connection, which halves the work of short queries. */
function prepareStatementsByName(client: pg.PoolClient): void {
  const plain = client.query.bind(client) as (...args: unknown[]) => unknown;
  const named = (...args: unknown[]): unknown => {
    const [text, values] = args;
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return plain(...args);
    return plain({ name: statementName(text), text, values }, ...args.slice(2));
  };
  client.query = named as typeof client.query;
}

const statementNames = new Map<string, string>();

function statementName(text: string): string {
  let name = statementNames.get(text);
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    if (statementNames.size > 2_000) statementNames.clear();
    statementNames.set(text, name);
  }
  return name;
}
