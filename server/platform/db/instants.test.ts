import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { prepareStatement } from './prepared-statement.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});

afterAll(() => test.close());

const instant = Temporal.Instant.from('2026-11-22T10:00:00.123456Z');

it('sends an instant to the database and reads the same instant', async () => {
  const { rows } = await sql<{ at: Temporal.Instant }>`select ${instant}::timestamptz as at`.execute(
    test.services.database,
  );
  expect(rows[0]?.at.equals(instant)).toBe(true);
});

it('compares a column with an instant, in a prepared statement too', async () => {
  const { database } = test.services;
  const before = prepareStatement((queryable, at: Temporal.Instant) =>
    queryable.selectFrom('users').select('login_name').where('created_at', '<', at),
  );
  expect(await before(database, Temporal.Instant.from('1900-01-01T00:00:00Z'))).toEqual([]);
  expect(await before(database, Temporal.Instant.from('2100-01-01T00:00:00Z'))).not.toEqual([]);
});
