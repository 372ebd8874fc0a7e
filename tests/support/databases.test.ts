import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '#server/platform/db/open-database.ts';
import { createTestDatabase } from './databases.ts';

const opened: OpenDatabase[] = [];

afterEach(async () => {
  for (const open of opened.splice(0)) await open.close();
});

describe('a test database', () => {
  it('is migrated and empty', async () => {
    const { database } = await open();
    expect(await database.selectFrom('users').selectAll().execute()).toEqual([]);
  });

  it('is of the requested kind', async () => {
    const wanted = process.env['PASSBOOK_TEST_DATABASE'] === 'postgres' ? 'postgres' : 'embedded';
    expect((await open()).kind).toBe(wanted);
  });

  it('shares nothing with another one', async () => {
    const [first, second] = [await open(), await open()];
    await sql`create table only_here (id bigint)`.execute(first.database);
    await expect(sql`select * from only_here`.execute(second.database)).rejects.toThrow('only_here');
  });
});

async function open(): Promise<OpenDatabase> {
  const database = await createTestDatabase();
  opened.push(database);
  return database;
}
