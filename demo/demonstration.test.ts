import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WhenToAgree } from '#common/institution/institution.ts';
import { paymentCalls } from '#tests/builders/payment-calls.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { prepareDemonstration } from './demonstration.ts';
import { findImbalances } from '#server/host/books/find-imbalances.ts';
import { clockOf } from '#server/platform/clock.ts';

let complete: TestApp;
let interrupted: TestApp;

beforeAll(async () => {
  complete = await createTestApp({ empty: true });
  await prepareDemonstration(complete.services);
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

test('customers with a saved bank account or text messages have agreed to the terms of these', async () => {
  const { database, institution } = complete.services;
  const withTerms = new Set(institution.agreements.flatMap(({ whenToAgree }) => whenToAgree));
  expect(withTerms).toContain('ach');
  expect(withTerms).toContain('texting');
  const loginsOf = async (query: RawBuilder<{ login: string }>) =>
    new Set((await query.execute(database)).rows.map(({ login }) => login));
  const agreed = (occasion: WhenToAgree) =>
    loginsOf(sql`select login_key as login from users join agreement_records using (user_id)
      where when_to_agree = ${occasion}`);
  const savers = await loginsOf(sql`select login_key as login from users join saved_bank_accounts using (user_id)`);
  expect(savers).toEqual(new Set(['margaret.okafor', 'sam.rivera']));
  // The others are asked when they pay from a bank account for the first time, like any real customer.
  expect(await agreed('ach')).toEqual(savers);
  const texted = await loginsOf(sql`select login_key as login from users join customers using (customer_id)
    where phone_texting or second_phone_texting`);
  expect(texted).toEqual(new Set(['margaret.okafor']));
  expect(await agreed('texting')).toEqual(texted);
});

test('an institution that asks for the full address of cards shows the saved ones too', async () => {
  const options = { 'paymentOptions.requireFullCardAddress': true };
  const asking = await createTestApp({ empty: true, options });
  try {
    await prepareDemonstration(asking.services);
    const methods = await paymentCalls(await asking.signIn('margaret.okafor')).methods('101-004417-2');
    expect(methods.flatMap(({ CardInfo }) => CardInfo?.CardNumber ?? [])).toEqual(['4242']);
  } finally {
    await asking.close();
  }
});

test('changes by the user are kept at the next start', async () => {
  const { database } = complete.services;
  await sql`delete from saved_cards`.execute(database);
  await sql`delete from saved_bank_accounts`.execute(database);
  const before = await countRows(complete);
  await prepareDemonstration(complete.services);
  expect(await countRows(complete)).toEqual(before);
});
