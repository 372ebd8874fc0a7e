import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { day } from '#common/core/dates.ts';
import { closeBusinessDays } from '#server/payments/end-of-day/close-business-days.command.ts';
import { readBankFile } from '#server/payments/end-of-day/make-bank-file.command.ts';
import { takeReturns } from '#server/payments/end-of-day/take-returns.command.ts';
import { isChangeWaiting } from '#server/payments/operator/payout-credits.queries.ts';
import { type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { achBody } from '#tests/builders/payment-calls.ts';
import { createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';
import { changed, returnFile } from '#tests/builders/return-file.ts';

// The clock is set to Saturday, November 21, 2026.
const customerId = '400102';
const OVERPAID = 30_000;
const stopping = new AbortController().signal;

let scene: PaymentScene;
let operations: DeskCaller;
let supervisor: DeskCaller;
let profileId = '';

const services = () => scene.testApp.services;
const loan = () => ({ customerId, accountNumber: scene.loan });

async function enterAgain(): Promise<void> {
  operations = await enterDesk(scene.testApp, 'operations');
  supervisor = await enterDesk(scene.testApp, 'supervisor');
  for (const caller of [operations, supervisor]) {
    await caller.open(customerId);
    await caller.confirm();
  }
}

async function closeOn(businessOn: string) {
  const { clock } = scene.testApp;
  clock.moveOn(clock.now().until(Temporal.Instant.from(`${businessOn}T17:05:00-05:00`)));
  await enterAgain();
  await closeBusinessDays(services(), stopping);
  return readBankFile(services(), day(businessOn));
}

beforeAll(async () => {
  scene = await createPaymentScene({ ...withDesk, options: { 'globalOptions.requireAchDraftAgreementOption': false } });
  const { database } = services();
  await sql`update payments set state = 'cancelled' where state = 'scheduled'`.execute(database);
  await sql`update recurring_payments set state = 'cancelled' where state = 'active'`.execute(database);
  await enterAgain();
  await scene.calls.post('/api/PaymentMethod/AddAchPaymentMethod', achBody(scene.loan));
  profileId = (await shown()).bankAccounts[0]?.profileId ?? '';
});

afterAll(() => scene.testApp.close());

const query = () => `customerId=${customerId}&accountNumber=${scene.loan}`;
const shown = async () => (await operations.get(`/api/desk/overpayments/loan?${query()}`)).json();
const owed = async () =>
  (await services().host.findLoan(customerId, scene.loan, services().clock.today()))?.payoffCents ?? 0;

async function receive(reference: string, amountCents: number) {
  const receivedOn = services().clock.today();
  const check = { ...loan(), means: 'check', reference, amountCents, receivedOn, reason: 'Mailed' };
  return (await operations.post('/api/desk/received-payments/receive', check)).json();
}

async function approve(action: string) {
  const { open } = (await supervisor.get('/api/desk/approvals')).json();
  const { workItemId } = open.find((each: { action: string }) => each.action === action);
  return (await supervisor.post('/api/desk/approvals/approve', { workItemId, reason: 'Seen' })).json();
}

async function bounces(reference: string) {
  const { received } = (await operations.get(`/api/desk/received-payments?${query()}`)).json();
  const { receivedId } = received.find((each: { reference: string }) => each.reference === reference);
  const body = { ...loan(), receivedId, reason: 'Returned by the bank' };
  await operations.post('/api/desk/received-payments/ask-to-take-back', body);
  expect(await approve('takeBackReceived')).toMatchObject({ outcome: 'approved' });
}

async function refund(amountCents: number) {
  const body = { ...loan(), profileId, amountCents, reason: 'Overpaid' };
  expect((await operations.post('/api/desk/overpayments/ask-bank-credit', body)).json()).toEqual({});
  expect(await approve('payOutOverpayment')).toMatchObject({ outcome: 'approved' });
}

const newestCredit = async () => (await shown()).payouts[0].credit;

it('a refund of a second payment waits while the payoff that came back is owed', async () => {
  await receive('90', await owed());
  await receive('91', OVERPAID);
  await refund(OVERPAID);
  await bounces('90');
  expect(await shown()).toMatchObject({ overpaidCents: 0 });
  expect(await owed()).toBeGreaterThan(0);
  expect(await closeOn('2026-11-23')).toBeUndefined();
  expect(await newestCredit()).toMatchObject({
    state: 'held',
    heldReason: expect.stringContaining('the loan owes again'),
  });
  await receive('92', await owed());
  expect(await closeOn('2026-11-24')).toMatchObject({ creditCents: OVERPAID });
});

async function addTask(subject: string): Promise<void> {
  await sql`
    insert into host_tasks (subject, seal_identity, task_sealed)
    values (${subject}, gen_random_uuid(), ${Buffer.from('x')})`.execute(services().database);
}

async function removeTask(subject: string): Promise<void> {
  await sql`delete from host_tasks where subject = ${subject}`.execute(services().database);
}

it('what the books are still to be told of a loan is found by the loan and its payments', async () => {
  const { database } = services();
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
  await receive('93', OVERPAID);
  await refund(OVERPAID);
  await addTask(`account:${scene.loan}`);
  expect(await closeOn('2026-11-25')).toBeUndefined();
  expect(await newestCredit()).toMatchObject({
    state: 'held',
    heldReason: expect.stringContaining('not on the books'),
  });
  await removeTask(`account:${scene.loan}`);
  await bounces('93');
  await sql`update accounts set figures_as_of = '2026-11-25' where account_number = ${scene.loan}`.execute(
    services().database,
  );
  expect(await closeOn('2026-11-27')).toBeUndefined();
  const { rows } = await sql`select from payout_credits where state = 'held'`.execute(services().database);
  expect(rows).toHaveLength(1);
  const { needs } = (await operations.get('/api/desk/today')).json();
  expect(needs.map(({ title }: { title: string }) => title)).toContainEqual(
    expect.stringContaining('$300.00 owed back on loan'),
  );
});

it('a notice of change passes over a credit that was sealed with another key', async () => {
  const { database } = services();
  const unreadable = await sql`
    update payout_credits set account_number_sealed = routing_number_sealed
    where state = 'held' returning payout_id`.execute(database);
  expect(unreadable.rows).toHaveLength(1);
  const { rows } = await sql<{ trace: string }>`
    select trace_number as trace from payout_credits where state = 'filed'`.execute(database);
  const notice = returnFile([changed(rows[0]?.trace ?? '', 'C03', '412002036   1918171615')]);
  expect(await takeReturns(services(), notice)).toMatchObject({
    value: { notices: [{ became: 'changed', effects: ['saved bank accounts changed: 1'] }] },
  });
});
