import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { prepareDemonstration } from './demonstration.ts';
import { findImbalances } from '#server/host/books/find-imbalances.ts';
import { clockOf } from '#server/platform/clock.ts';

let complete: TestApp;
let interrupted: TestApp;

beforeAll(async () => {
  complete = await createTestApp();
  interrupted = await createTestApp({ empty: true });
});

afterAll(async () => {
  await complete.close();
  await interrupted.close();
});

/** Starts the demonstration and kills it after a number of clock readings, to stop at any step. */
function prepareWith({ services, clock }: TestApp, readings: number): Promise<void> {
  let left = readings;
  const mortal = clockOf(() => {
    left -= 1;
    if (left < 0) throw new Error('killed');
    return clock.now();
  }, services.institution.timeZone);
  return prepareDemonstration({ ...services, clock: mortal });
}

async function countRows({ services }: TestApp) {
  const { rows } = await sql`
    select (select count(*) from users) as users,
      (select count(*) from login_history) as logins,
      (select count(*) from agreement_records) as agreements,
      (select count(*) from saved_cards) as cards,
      (select count(*) from saved_bank_accounts) as bank_accounts,
      (select count(*) from default_payment_methods) as defaults,
      (select count(*) from routing_directory) as banks,
      (select count(*) from customers) as customers,
      (select count(*) from accounts) as accounts,
      (select count(*) from transfers) as transfers`.execute(services.database);
  return rows;
}

test('a first start that is killed at every step ends like an undisturbed one', async () => {
  let kills = 0;
  for (let finished = false; !finished;) {
    finished = await prepareWith(interrupted, kills).then(
      () => true,
      (error: Error) => {
        if (error.message !== 'killed') throw error;
        return false;
      },
    );
    if (!finished) kills += 1;
  }
  expect(kills).toBeGreaterThan(5);
  expect(await countRows(interrupted)).toEqual(await countRows(complete));
  expect(await findImbalances(interrupted.services.database)).toEqual([]);
  const margaret = await interrupted.signIn('margaret.okafor');
  expect((await margaret.call({ method: 'GET', url: '/api/accountList' })).statusCode).toBe(200);
});

test('changes by the user are kept at the next start', async () => {
  const { database } = complete.services;
  await sql`delete from saved_cards`.execute(database);
  await sql`delete from saved_bank_accounts`.execute(database);
  const before = await countRows(complete);
  await prepareDemonstration(complete.services);
  expect(await countRows(complete)).toEqual(before);
});
