import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { inject } from 'vitest';
import { type OpenDatabase, openEmbedded, openPostgres } from '#server/platform/db/open-database.ts';
import { dropDatabase, makeDatabase } from './postgres.ts';

/**
 * A fresh, migrated and empty database for one test file: embedded, or on the
 * PostgreSQL of this run when PASSBOOK_TEST_DATABASE is `postgres`. Closing it removes it.
 */
export async function createTestDatabase(): Promise<OpenDatabase> {
  const source = inject('testDatabases');
  if (source.kind === 'embedded') return openEmbedded(undefined, new Blob([await readFile(source.preparedFile)]));
  const name = `passbook_test_${randomUUID()}`;
  const open = openPostgres(await makeDatabase(source.url, name, source.template), { maxConnections: 5 });
  return {
    ...open,
    async close() {
      await open.close();
      await dropDatabase(source.url, name);
    },
  };
}
