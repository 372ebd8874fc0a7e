import { CompiledQuery, sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { createTestApp } from '#tests/builders/test-app.ts';
import { watchStatements } from '#tests/support/watch-statements.ts';
import { createSession, findSession } from './sessions.queries.ts';

test.runIf(inject('testDatabases').kind === 'postgres')(
  'a session is read without its neighbors, also where the statistics know only sessions of the oldest users',
  async () => {
    const watch = watchStatements();
    const testApp = await createTestApp();
    const { clock, database } = testApp.services;
    const open = (userId: number, customerId: string) =>
      createSession(database, { userId, customerId, companyNumber: 0, ipAddress: '127.0.0.1', at: clock.now() });
    try {
      await sql`
        insert into users (login_name, login_key, password_hash, customer_id, created_at)
        select 'many.' || n, 'many.' || n, 'none', (900000 + n)::text, now() from generate_series(1, 20000) as n`.execute(
        database,
      );
      const users = await database.selectFrom('users').select(['user_id', 'customer_id']).orderBy('user_id').execute();
      for (const user of users.slice(0, 20)) await open(user.user_id, user.customer_id);
      await sql`analyze`.execute(database);
      const newest = users.at(-1);
      if (!newest) throw new Error('There are no users');
      const tokens = await open(newest.user_id, newest.customer_id);
      watch.takeStatements();
      expect(await findSession(database, tokens.cookie, tokens.userToken, clock.now())).toMatchObject({
        userId: newest.user_id,
      });
      const [statement] = watch.takeStatements();
      if (!statement) throw new Error('No session was read');
      const explain = `explain (analyze, buffers, format json) ${statement.sql}`;
      const { rows } = await database.executeQuery<{ 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number } }] }>(
        CompiledQuery.raw(explain, [...statement.parameters]),
      );
      // A few levels of two indexes and two rows.
      expect(rows[0]?.['QUERY PLAN'][0].Plan['Shared Hit Blocks']).toBeLessThan(12);
    } finally {
      await testApp.close();
      watch.stop();
    }
  },
);
