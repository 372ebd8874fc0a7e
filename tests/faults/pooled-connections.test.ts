import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, inTransaction } from '#server/platform/db/database.ts';
import { openPostgres } from '#server/platform/db/open-database.ts';
import { startCrashablePostgres, type CrashablePostgres } from '#tests/support/postgres.ts';

let server: CrashablePostgres;

beforeAll(async () => {
  server = await startCrashablePostgres();
});

afterAll(() => server.stop());

test.each([
  ['leaves nothing on a connection that a pooler gives to others', true, { prepared: 0, limit: '0' }],
  ['prepares statements and limits their time without a pooler', false, { prepared: 1, limit: '5min' }],
])('the portal %s', async (_, pooled, expected) => {
  const { database, close } = openPostgres(server.url, { maxConnections: 1, pooled });
  try {
    expect(await findTraces(database)).toEqual(expected);
  } finally {
    await close();
  }
});

/** The settings that a statement with values leaves on its connection. */
async function findTraces(database: Database) {
  return inTransaction(database, async (transaction) => {
    await sql`select ${'a value'}::text`.execute(transaction);
    const { rows } = await sql<{ prepared: number; limit: string }>`
      select (select count(*) from pg_prepared_statements) as prepared,
        current_setting('statement_timeout') as limit`.execute(transaction);
    return rows[0];
  });
}
