import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmptyDatabase, createTestDatabase } from '#tests/support/databases.ts';
import { createRole } from '#tests/support/roles.ts';
import type { Database } from './database.ts';
import { type DatabaseFacts, inspectDatabase } from './inspect-database.queries.ts';
import type { OpenDatabase } from './open-database.ts';

const STRANGER = 'passbook_stranger';

let migrated: OpenDatabase;
let empty: OpenDatabase;

beforeAll(async () => {
  [migrated, empty] = [await createTestDatabase(), await createEmptyDatabase()];
  await createRole(migrated.database, STRANGER);
  await createRole(empty.database, STRANGER);
});

afterAll(async () => {
  await migrated.close();
  await empty.close();
});

function inspectAsStranger(database: Database): Promise<DatabaseFacts> {
  return database.connection().execute(async (connection) => {
    await sql`set role ${sql.id(STRANGER)}`.execute(connection);
    try {
      return await inspectDatabase(connection);
    } finally {
      await sql`reset role`.execute(connection);
    }
  });
}

describe('an operator who inspects a database', () => {
  it('that was restored, but whose servers have no rights yet, reads which tables are closed', async () => {
    const facts = await inspectAsStranger(migrated.database);
    expect(facts).toMatchObject({ user: STRANGER, mayCreate: false, isMigrated: true });
    expect(facts.deniedTables).toContain('operating_state');
  });

  it('without tables, as a user who may not create some, reads both', async () => {
    expect(await inspectAsStranger(empty.database)).toMatchObject({
      mayCreate: false,
      isMigrated: false,
      deniedTables: [],
    });
  });

  it('that is not a copy says nothing of a quarantine', async () => {
    expect(await inspectDatabase(migrated.database)).toMatchObject({
      mayCreate: true,
      isMigrated: true,
      isQuarantined: false,
      hasDemonstration: false,
    });
  });
});
