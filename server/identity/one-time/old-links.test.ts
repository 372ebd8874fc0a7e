import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createToken, hashToken } from '#server/platform/crypto/random-tokens.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import type { OpenDatabase } from '#server/platform/db/open-database.ts';
import { createEmptyDatabase } from '#tests/support/databases.ts';
import { findLink } from './one-time-tokens.queries.ts';

const now = Temporal.Instant.from('2026-11-23T15:00:00Z');
const tokens = { open: createToken(), used: createToken(), withDetails: createToken() };

let opened: OpenDatabase;

/** A database as it was before its five tables of one-time secrets became two, with something in each. */
beforeAll(async () => {
  opened = await createEmptyDatabase();
  const { database } = opened;
  await migrate(database, '0031-audit-lanes');
  await sql`
    insert into users (login_name, login_key, password_hash, customer_id, created_at)
    values ('li.wei', 'li.wei', 'none', '400102', now())`.execute(database);
  const rows = [
    [tokens.open, '{}', null],
    [tokens.used, '{}', '2026-11-23T14:00:00Z'],
    [tokens.withDetails, '{"loginName":"li.wei"}', null],
  ] as const;
  for (const [token, details, usedAt] of rows) {
    await sql`
      insert into one_time_links (purpose, token_hash, user_id, customer_id, details, created_at, expires_at, used_at)
      select 'resetPassword', ${hashToken(token)}, user_id, customer_id, ${details}::jsonb, '2026-11-23T13:00:00Z',
        '2026-11-24T13:00:00Z', ${usedAt}::timestamptz from users`.execute(database);
  }
  await sql`insert into recovery_requests values ('\\x01', '\\x02', null, now())`.execute(database);
  await sql`insert into security_codes values ('\\x01', '\\x02', 1, now(), now())`.execute(database);
  await sql`insert into passkey_challenges values ('\\x01', 'challenge', now())`.execute(database);
  await migrate(database);
});

afterAll(() => opened.close());

it('a link that was emailed before the upgrade still works after it', async () => {
  expect(await findLink(opened.database, 'resetPassword', tokens.open, now)).toMatchObject({ customerId: '400102' });
});

it.each([
  ['used before', tokens.used],
  ['with details that are kept sealed now', tokens.withDetails],
])('a link that was %s is over, and another can be asked for', async (_, token) => {
  expect(await findLink(opened.database, 'resetPassword', token, now)).toBeUndefined();
});

it('nothing of the former tables is left', async () => {
  const { rows } = await sql`
    select table_name from information_schema.tables where table_name in
      ('one_time_links', 'passable_tickets', 'recovery_requests', 'security_codes', 'passkey_challenges')`.execute(
    opened.database,
  );
  expect(rows).toEqual([]);
});
