import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase } from '#tests/support/databases.ts';
import { lockGuard, lockGuardAndRead, raiseGuard } from './change-guards.queries.ts';
import { inTransaction, type Transaction } from './database.ts';
import type { OpenDatabase } from './open-database.ts';

let opened: OpenDatabase;

beforeAll(async () => {
  opened = await createTestDatabase();
  await sql`create table guarded_notes (note text)`.execute(opened.database);
});

afterAll(() => opened.close());

const lock = (subject: string) => inTransaction(opened.database, (transaction) => lockGuard(transaction, subject));

test('the first lock of a subject makes its guard, and later ones find the version it was raised to', async () => {
  expect(await lock('account:first')).toBe(0);
  await inTransaction(opened.database, async (transaction) => {
    expect(await lockGuard(transaction, 'account:first')).toBe(0);
    await raiseGuard(transaction, 'account:first');
  });
  expect(await lock('account:first')).toBe(1);
  const { rows } = await sql`select from change_guards where subject = 'account:first'`.execute(opened.database);
  expect(rows).toHaveLength(1);
});

test('what is read with the lock comes after it', async () => {
  const read = sql<{ note: string }>`select note from guarded_notes where note = ${'read with the lock'}`;
  await sql`insert into guarded_notes values ('read with the lock')`.execute(opened.database);
  const answer = await inTransaction(opened.database, (transaction) =>
    lockGuardAndRead(transaction, 'account:read', read.compile(transaction)),
  );
  expect(answer).toEqual({ version: 0, rows: [{ note: 'read with the lock' }] });
});

/** Holds a guard until released. */
async function holdGuard(subject: string, work: (transaction: Transaction) => Promise<void>) {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const done = inTransaction(opened.database, async (transaction) => {
    await lockGuard(transaction, subject);
    await work(transaction);
    held.resolve();
    await released.promise;
  });
  await held.promise;
  return async () => {
    released.resolve();
    await done;
  };
}

test.runIf(inject('testDatabases').kind === 'postgres').each(['new', 'known'])(
  'a change that waited for the guard of a %s subject sees what was done under it',
  async (name) => {
    const subject = `account:${name}`;
    if (name === 'known') await lock(subject);
    const release = await holdGuard(subject, async (transaction) => {
      await sql`insert into guarded_notes values (${name})`.execute(transaction);
      await raiseGuard(transaction, subject);
    });
    let hasAnswered = false;
    const waiting = inTransaction(opened.database, async (transaction) => {
      const read = sql<{ note: string }>`select note from guarded_notes where note = ${name}`.compile(transaction);
      const answer = await lockGuardAndRead(transaction, subject, read);
      hasAnswered = true;
      return answer;
    });
    await sleep(200);
    expect(hasAnswered).toBe(false);
    await release();
    expect(await waiting).toEqual({ version: 1, rows: [{ note: name }] });
  },
);
