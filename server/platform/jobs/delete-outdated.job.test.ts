import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeskTables } from '#server/desk/desk-tables.ts';
import { insertStaff } from '#server/desk/staff/staff.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
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

test('change requests are kept for three years, a previous email address for two days', async () => {
  const { database, clock } = testApp.services;
  const from = clock.now().toString();
  await sql`delete from customer_requests`.execute(database);
  await sql`insert into customer_requests (user_id, customer_id, details_sealed, requested_at)
    select user_id, customer_id, '', ${from} from users limit 1`.execute(database);
  await sql`insert into email_changes (user_id, former_address, changed_at)
    select user_id, 'before@example.com', ${from} from users limit 1`.execute(database);
  const days = [0, 2, 3, 3 * 365, 3 * 365 + 1];
  const kept: string[] = [];
  for (const [index, day] of days.entries()) {
    testApp.clock.moveOn({ days: day - (days[index - 1] ?? 0) });
    await run();
    const { rows } = await sql<{ kept: string }>`select
      (select count(*) from customer_requests) || ' ' || (select count(*) from email_changes) as kept`.execute(
      database,
    );
    kept.push(rows[0]?.kept ?? '');
  }
  expect(kept).toEqual(['1 1', '1 1', '1 0', '1 0', '0 0']);
});

test('a request that the customer withdrew is deleted after 90 days, one that waits is not', async () => {
  const { database, clock } = testApp.services;
  const now = clock.now();
  await sql`delete from customer_requests`.execute(database);
  const [long, limit, since] = [91, 90, 200].map((days) => now.subtract({ hours: 24 * days }).toString());
  for (const [status, withdrawnAt] of [
    ['withdrawn', long],
    ['withdrawn', limit],
    ['open', null],
  ]) {
    await sql`insert into customer_requests
      (user_id, customer_id, form_key, details_sealed, requested_at, status, withdrawn_at)
      select user_id, customer_id, 'x', '', ${since}, ${status}, ${withdrawnAt} from users limit 1`.execute(database);
  }
  await run();
  const { rows } = await sql<{ kept: string }>`
    select status || ' ' || coalesce((withdrawn_at = ${limit})::text, '') as kept from customer_requests
    order by request_id`.execute(database);
  expect(rows.map(({ kept }) => kept.trim())).toEqual(['withdrawn true', 'open']);
});

test('logins are kept for two years, and the newest of each user for good', async () => {
  const { database, clock } = testApp.services;
  await sql`delete from login_history`.execute(database);
  const login = (user: number, daysAgo: number) =>
    sql`
    insert into login_history (user_id, logged_in_at, ip_address)
    values ((select user_id from users order by user_id offset ${user} limit 1),
      ${clock
        .now()
        .subtract({ hours: 24 * daysAgo })
        .toString()}::timestamptz, ${`${user} ${daysAgo}`})`.execute(database);
  for (const daysAgo of [900, 731, 729, 1]) await login(0, daysAgo);
  for (const daysAgo of [900, 800]) await login(1, daysAgo);
  await run();
  const kept = await database.selectFrom('login_history').select('ip_address').orderBy('login_id').execute();
  expect(kept.map((row) => row.ip_address)).toEqual(['0 729', '0 1', '1 800']);
});

test('a device that expired goes with its last session', async () => {
  const { services, clock } = testApp;
  const { database } = services;
  await testApp.signIn('li.wei');
  const kept = async () => {
    await run();
    return (await database.selectFrom('devices').select('user_agent').execute()).length;
  };
  expect(await kept()).toBe(1);
  await database.updateTable('devices').set({ expires_at: clock.now().toString() }).execute();
  clock.moveOn({ days: 1 });
  expect(await kept()).toBe(1);
  clock.moveOn({ days: 30 });
  expect(await kept()).toBe(0);
});

test('sessions at the desk are kept for a month, and the newest of each person for good', async () => {
  const { database, clock } = testApp.services;
  const desk = database.withTables<DeskTables>();
  const add = async (name: string, daysAgo: readonly number[]) => {
    const person = { emailAddress: `${name}@example.com`, name, role: 'agent', addedBy: null } as const;
    const staffId = await inTransaction(database, (transaction) => insertStaff(transaction, person, clock.now()));
    for (const days of daysAgo) {
      const at = clock
        .now()
        .subtract({ hours: 24 * days })
        .toString();
      const { session_id } = await desk
        .insertInto('desk_sessions')
        .values({
          staff_id: staffId,
          token_hash: Buffer.from(`${name} ${days}`),
          created_at: at,
          last_seen_at: at,
          ip_address: `${name} ${days}`,
        })
        .returning('session_id')
        .executeTakeFirstOrThrow();
      const visit = { session_id, customer_id: '700000', reason: 'A call', opened_at: at };
      await desk.insertInto('desk_visits').values(visit).execute();
    }
  };
  await add('ada', [40, 31, 29]);
  await add('bea', [50, 40]);
  await run();
  const kept = await desk
    .selectFrom('desk_sessions')
    .innerJoin('desk_visits', 'desk_visits.session_id', 'desk_sessions.session_id')
    .select('ip_address')
    .orderBy('desk_sessions.session_id')
    .execute();
  expect(kept.map((row) => row.ip_address)).toEqual(['ada 29', 'bea 40']);
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
