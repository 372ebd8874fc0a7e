import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { createRole } from '#tests/support/roles.ts';
import { createJobTables } from '#server/platform/jobs/runner.ts';
import { inTransaction } from './database.ts';
import { grantRights } from './grant-rights.ts';

const ROLE = 'passbook_server';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
  await createRole(test.services.database, ROLE);
  await createJobTables(test.services.jobStore);
  await grantRights(test.services.database, ROLE);
});

afterAll(() => test.close());

/** @returns the code of PostgreSQL's refusal, or `done`; nothing is kept. */
async function runAsServer(statement: RawBuilder<unknown>): Promise<unknown> {
  const undone = new Error('undone');
  return inTransaction(test.services.database, async (transaction) => {
    await sql`set local role ${sql.id(ROLE)}`.execute(transaction);
    await statement.execute(transaction);
    throw undone;
  }).catch((error: unknown) => (error === undone ? 'done' : (error as { readonly code?: unknown }).code));
}

const DENIED = '42501';

describe('the role of the servers', () => {
  it.each([
    ['change an audit entry', sql`update audit_log set event = 'nothing'`],
    ['remove audit entries', sql`delete from audit_log`],
    ['empty the audit log', sql`truncate audit_log`],
    ['switch off what protects it', sql`alter table audit_log disable trigger all`],
    ['replace the key of the audit log', sql`update audit_keys set key_sealed = '\\x00'`],
    ['change a posting', sql`update postings set amount_cents = 0`],
    ['remove a transfer', sql`delete from transfers`],
    ['change what a payment went through', sql`update payment_events set to_state = 'posted'`],
    ['create a table', sql`create table own (a int)`],
    ['drop a table', sql`drop table payments`],
    ['forget a migration', sql`delete from kysely_migration`],
  ])('cannot %s', async (_, statement) => {
    expect(await runAsServer(statement)).toBe(DENIED);
  });

  it.each([
    [
      'add an audit entry',
      sql`
      insert into audit_log (recorded_at, event, details, previous_head, head, lane)
      values (now(), 'x', '{}', '\\x00', '\\x00', 0)`,
    ],
    ['end a session', sql`update sessions set ended_at = now()`],
    ['queue a job', sql`select count(*) from jobs.job`],
  ])('can %s', async (_, statement) => {
    expect(await runAsServer(statement)).toBe('done');
  });
});
