import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { watchStatements } from '#tests/support/watch-statements.ts';
import { makeStatements } from './make-statements.job.ts';
import type { StatementsTables } from './statements.queries.ts';

const AUTO = '101-004417-2';
const LINE_OF_CREDIT = '103-000642-7';
const going = new AbortController().signal;

let testApp: TestApp;

beforeEach(async () => {
  testApp = await createTestApp();
});

afterEach(() => testApp.close());

describe('the nightly job', () => {
  test("makes last month's statements of electronic accounts once, however often it runs", async () => {
    const count = await makeStatements(testApp.services, going);
    const made = await kept();
    expect(made).toHaveLength(count);
    expect(made.map((row) => row.account_number)).toEqual(expect.arrayContaining([AUTO, LINE_OF_CREDIT]));
    expect(await makeStatements(testApp.services, going)).toBe(0);
    expect(await kept()).toEqual(made);
  });

  test('stops when told to, and the next run makes the rest', async () => {
    expect(await makeStatements(testApp.services, AbortSignal.abort())).toBe(0);
    expect(await kept()).toEqual([]);
    await makeStatements(testApp.services, going);
    const made = await kept();
    await sql`delete from statements where account_number < ${LINE_OF_CREDIT}`.execute(await unprotected());
    const rest = made.filter(({ account_number: number }) => number < LINE_OF_CREDIT);
    expect(await makeStatements(testApp.services, going)).toBe(rest.length);
    expect(await kept()).toEqual(made);
  });

  test('stores in sets just what it stores one by one', async () => {
    await makeStatements(testApp.services, going);
    const inSets = await kept();
    await sql`delete from statements`.execute(await unprotected());
    const { sets: _sets, ...host } = testApp.services.host;
    await makeStatements({ ...testApp.services, host }, going);
    expect(await kept()).toEqual(inSets);
  });

  test("makes all others when one statement can't be made", async () => {
    const all = await makeStatements(testApp.services, going);
    await sql`delete from statements`.execute(await unprotected());
    // More cents than a number can hold.
    await sql`
      update loans set principal_cents = ${Number.MAX_SAFE_INTEGER} from accounts
      where accounts.account_id = loans.account_id and account_number = ${AUTO}`.execute(testApp.services.database);
    expect(await makeStatements(testApp.services, going)).toBe(all - 1);
    expect((await kept()).map((row) => row.account_number)).not.toContain(AUTO);
  });

  // The embedded database's statements aren't watched.
  test.runIf(process.env['PASSBOOK_TEST_DATABASE'] === 'postgres')(
    'needs a fixed number of SQL statements, however many accounts there are',
    async () => {
      await testApp.close();
      // Before the connections are opened.
      const watch = watchStatements();
      try {
        testApp = await createTestApp();
        watch.takeStatements();
        expect(await makeStatements(testApp.services, going)).toBeGreaterThan(3);
        expect(watch.takeStatements()).toHaveLength(11);
      } finally {
        watch.stop();
      }
    },
  );
});

function kept() {
  return testApp.services.database
    .withTables<StatementsTables>()
    .selectFrom('statements')
    .select(['account_number', 'figures', 'design_hash', 'made_at'])
    .where('period', '=', '2026-10')
    .orderBy('account_number')
    .execute();
}

/** Statements can't be deleted otherwise. */
async function unprotected() {
  const { database } = testApp.services;
  await sql`alter table statements disable trigger all`.execute(database);
  return database;
}
