import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { migrate } from '#server/platform/db/migrate.ts';
import type { Database } from '#server/platform/db/database.ts';
import { grantRights } from '#server/platform/db/grant-rights.ts';
import { type OpenDatabase, openPostgres } from '#server/platform/db/open-database.ts';
import { createJobTables } from '#server/platform/jobs/runner.ts';
import { createRole } from '#tests/support/roles.ts';
import { dropDatabase, makeDatabase, startCrashablePostgres, startPostgres } from '#tests/support/postgres.ts';
import { type DatabaseLine, openDatabaseLine } from '#tests/support/database-line.ts';

const SERVER_ROLE = 'passbook_server';

export interface FaultDatabase {
  /** For the processes of the product. */
  readonly url: string;
  readonly database: Database;
  close(): Promise<void>;
}

export async function openFaultDatabase(): Promise<FaultDatabase> {
  const source = inject('testDatabases');
  const server = source.kind === 'postgres' ? undefined : await startPostgres();
  const serverUrl = source.kind === 'postgres' ? source.url : (server?.url ?? '');
  const name = `passbook_faults_${randomUUID()}`;
  const url = await makeDatabase(serverUrl, name, source.kind === 'postgres' ? source.template : undefined);
  const opened = openPostgres(url, { maxConnections: 5 });
  const { database, close } = opened;
  await migrate(database);
  return {
    url: await asServerRole(url, opened),
    database,
    async close() {
      await close();
      await dropDatabase(serverUrl, name);
      await server?.stop();
    },
  };
}

/** The processes run as in production: under a role that owns no table. */
async function asServerRole(url: string, { database, jobStore }: OpenDatabase): Promise<string> {
  await createRole(database, SERVER_ROLE);
  await createJobTables(jobStore);
  await grantRights(database, SERVER_ROLE);
  const own = new URL(url);
  own.username = SERVER_ROLE;
  return own.toString();
}

export interface BreakableDatabase extends FaultDatabase {
  /** Between the processes and PostgreSQL; `database` bypasses it. */
  readonly line: DatabaseLine;
  /** Kills PostgreSQL. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Stops PostgreSQL's processes where they are. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
}

/**
 * Creates a database on a separate PostgreSQL that flushes to disk as in production, so it can be killed and restarted.
 */
export async function openBreakableDatabase(): Promise<BreakableDatabase> {
  const server = await startCrashablePostgres({ durable: true });
  const url = await makeDatabase(server.url, `passbook_faults_${randomUUID()}`);
  const line = await openDatabaseLine(url);
  const { database, close } = openPostgres(url, { maxConnections: 5 });
  await migrate(database);
  return {
    url: line.url,
    database,
    line,
    crash: () => server.crash(),
    start: () => server.start(),
    freeze: () => server.freeze(),
    thaw: () => server.thaw(),
    async close() {
      await close();
      await line.close();
      await server.stop();
    },
  };
}
