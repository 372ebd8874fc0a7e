import type { TestProject } from 'vitest/node';
import { openPostgres } from '#server/platform/db/open-database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import type { TestDatabases } from './databases.ts';
import { dropDatabaseAndCopies, makeDatabase, startPostgres } from './postgres.ts';
import { prepareEmptyDatabase } from './prepared-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testDatabases: TestDatabases;
  }
}

/** Once per run. PASSBOOK_TEST_DATABASE=postgres runs tests on a real PostgreSQL instead of the embedded one. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env['PASSBOOK_TEST_DATABASE'] !== 'postgres') {
    project.provide('testDatabases', { kind: 'embedded', preparedFile: await prepareEmptyDatabase() });
    return undefined;
  }
  const server = await startPostgres();
  const template = `passbook_template_${process.pid}`;
  const { database, close } = openPostgres(await makeDatabase(server.url, template));
  await migrate(database);
  await close();
  project.provide('testDatabases', { kind: 'postgres', url: server.url, template });
  return async () => {
    // An external server outlives the run, so clean up.
    await dropDatabaseAndCopies(server.url, template);
    await server.stop();
  };
}
