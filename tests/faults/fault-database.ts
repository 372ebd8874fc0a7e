import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { migrate } from '#server/platform/db/migrate.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openPostgres } from '#server/platform/db/open-database.ts';
import { dropDatabase, makeDatabase, startPostgres } from '#tests/support/postgres.ts';

export interface FaultDatabase {
  readonly url: string;
  readonly database: Database;
  close(): Promise<void>;
}

/** A database on a real PostgreSQL that several processes can share, whatever the other tests run on. */
export async function openFaultDatabase(): Promise<FaultDatabase> {
  const source = inject('testDatabases');
  const server = source.kind === 'postgres' ? undefined : await startPostgres();
  const serverUrl = source.kind === 'postgres' ? source.url : (server?.url ?? '');
  const name = `passbook_faults_${randomUUID()}`;
  const url = await makeDatabase(serverUrl, name);
  const { database, close } = openPostgres(url, { maxConnections: 5 });
  await migrate(database);
  return {
    url,
    database,
    async close() {
      await close();
      await dropDatabase(serverUrl, name);
      await server?.stop();
    },
  };
}
