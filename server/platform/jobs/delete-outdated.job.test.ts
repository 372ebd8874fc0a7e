import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { deleteOutdatedJob } from './delete-outdated.job.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

test('sessions and failed sign-ins are kept for a month and then deleted', async () => {
  await testApp.signIn('li.wei');
  await testApp.app.inject({ method: 'POST', url: '/api/login/userlogin', payload: { username: 'x', password: 'y' } });
  testApp.clock.moveOn({ days: 29 });
  await run();
  expect(await counts()).toEqual({ sessions: 1, attempts: 1 });
  testApp.clock.moveOn({ days: 2 });
  await run();
  expect(await counts()).toEqual({ sessions: 0, attempts: 0 });
});

test('change requests are kept for three years, a previous e-mail address for two days', async () => {
  const { database, clock } = testApp.services;
  const from = clock.now().toString();
  await sql`delete from contact_change_requests`.execute(database);
  await sql`insert into contact_change_requests (user_id, customer_id, details_sealed, requested_at)
    select user_id, customer_id, '', ${from} from users limit 1`.execute(database);
  await sql`insert into email_changes (user_id, former_address, changed_at)
    select user_id, 'before@example.com', ${from} from users limit 1`.execute(database);
  const days = [0, 2, 3, 3 * 365, 3 * 365 + 1];
  const kept: string[] = [];
  for (const [index, day] of days.entries()) {
    testApp.clock.moveOn({ days: day - (days[index - 1] ?? 0) });
    await run();
    const { rows } = await sql<{ kept: string }>`select
      (select count(*) from contact_change_requests) || ' ' || (select count(*) from email_changes) as kept`.execute(
      database,
    );
    kept.push(rows[0]?.kept ?? '');
  }
  expect(kept).toEqual(['1 1', '1 1', '1 0', '1 0', '0 0']);
});

function run(): Promise<void> {
  return deleteOutdatedJob.run(testApp.services, new AbortController().signal);
}

async function counts() {
  const { database } = testApp.services;
  const sessions = await database.selectFrom('sessions').select('session_id').execute();
  const attempts = await database.selectFrom('sign_in_attempts').select('failures').execute();
  return { sessions: sessions.length, attempts: attempts.length };
}
