import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from '#tests/support/databases.ts';
import { listPendingMigrations, migrate, requireVersion } from './migrate.ts';
import type { Database } from './database.ts';

it('a database from a newer version is left unchanged, and the operator told what to do', async () => {
  const { database, close } = await createTestDatabase();
  try {
    await sql`insert into kysely_migration (name, timestamp) values ('9999-of-next-year', '2027-01-01')`.execute(
      database,
    );
    await expect(migrate(database)).rejects.toMatchObject({
      name: 'PlainError',
      message: expect.stringContaining('newer version of Passbook (migration 9999-of-next-year'),
    });
    await expect(listPendingMigrations(database), 'check says the same').rejects.toThrow(
      'newer version of Passbook (migration 9999-of-next-year',
    );
  } finally {
    await close();
  }
});

/** A database of which only the version is known. */
function databaseOfVersion(version: string): Database {
  class Driver extends DummyDriver {
    override acquireConnection() {
      return Promise.resolve({
        executeQuery: <Row>() =>
          Promise.resolve({ rows: [{ server_version: version }] } as unknown as QueryResult<Row>),
        streamQuery: () => {
          throw new Error('Only the version is known');
        },
      });
    }
  }
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

it.each(['15.8', '15.14 (Debian 15.14-0+deb12u1)', '9.6.24'])(
  'refuses PostgreSQL %s in plain words',
  async (version) => {
    await expect(requireVersion(databaseOfVersion(version))).rejects.toMatchObject({
      name: 'PlainError',
      message: `PostgreSQL ${version} is too old. DATABASE_URL must point to version 16 or later.`,
    });
  },
);

it.each(['16.0', '17.5', '18.1 (Debian 18.1-1)'])('accepts PostgreSQL %s', async (version) => {
  await expect(requireVersion(databaseOfVersion(version))).resolves.toBeUndefined();
});
