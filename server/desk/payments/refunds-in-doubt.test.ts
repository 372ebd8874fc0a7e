import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isChangeWaiting } from '#server/payments/operator/payout-credits.queries.ts';
import { createRefundScene, type RefundScene } from '#tests/builders/refund-scene.ts';

const OVERPAID = 30_000;

let scene: RefundScene;

beforeAll(async () => {
  scene = await createRefundScene();
});

afterAll(() => scene.testApp.close());

const newestCredit = async () => (await scene.shown()).payouts[0].credit;

it('a refund of a second payment waits while the payoff that came back is owed', async () => {
  await scene.receive('90', await scene.owed());
  await scene.receive('91', OVERPAID);
  await scene.refund(OVERPAID);
  await scene.bounces('90');
  expect(await scene.shown()).toMatchObject({ overpaidCents: 0 });
  expect(await scene.owed()).toBeGreaterThan(0);
  expect((await scene.closeDay('2026-11-23')).file).toBeUndefined();
  expect(await newestCredit()).toMatchObject({
    state: 'held',
    heldReason: expect.stringContaining('the loan owes again'),
  });
  await scene.receive('92', await scene.owed());
  expect((await scene.closeDay('2026-11-24')).file).toMatchObject({ creditCents: OVERPAID });
});

async function addTask(subject: string): Promise<void> {
  await sql`
    insert into host_tasks (subject, seal_identity, task_sealed)
    values (${subject}, gen_random_uuid(), ${Buffer.from('x')})`.execute(scene.services.database);
}

async function removeTask(subject: string): Promise<void> {
  await sql`delete from host_tasks where subject = ${subject}`.execute(scene.services.database);
}

it('what the books are still to be told of a loan is found by the loan and its payments', async () => {
  const { database } = scene.services;
  const ids = await sql<{ subject: string }>`
    select 'payment:' || payment_id::text as subject from payments where account_number = ${scene.loan}
    union all select 'payment:received-' || received_id::text from received_payments where account_number = ${scene.loan}
    union all select 'account:' || ${scene.loan}::text`.execute(database);
  expect(ids.rows.length).toBeGreaterThan(2);
  expect(await isChangeWaiting(database, scene.loan)).toBe(false);
  for (const { subject } of ids.rows) {
    await addTask(subject);
    expect({ subject, waiting: await isChangeWaiting(database, scene.loan) }).toEqual({ subject, waiting: true });
    expect(await isChangeWaiting(database, 'another')).toBe(false);
    await removeTask(subject);
  }
});

it('a refund waits for the books, and stays held once the figures of its loan come from files', async () => {
  await scene.receive('93', OVERPAID);
  await scene.refund(OVERPAID);
  await addTask(`account:${scene.loan}`);
  expect((await scene.closeDay('2026-11-25')).file).toBeUndefined();
  expect(await newestCredit()).toMatchObject({
    state: 'held',
    heldReason: expect.stringContaining('not on the books'),
  });
  await removeTask(`account:${scene.loan}`);
  await scene.bounces('93');
  await sql`update accounts set figures_as_of = '2026-11-25' where account_number = ${scene.loan}`.execute(
    scene.services.database,
  );
  expect((await scene.closeDay('2026-11-27')).file).toBeUndefined();
  const { rows } = await sql`select from payout_credits where state = 'held'`.execute(scene.services.database);
  expect(rows).toHaveLength(1);
  expect(await scene.todayTitles()).toContainEqual(expect.stringContaining('$300.00 owed back on loan'));
});
