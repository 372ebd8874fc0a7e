import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recoverPaymentsJob } from '#server/payments/settlement/recover-payments.job.ts';
import { createHttpCardProcessor } from '#server/payments-network/http-network.ts';
import { serviceAt } from '#tests/builders/network.ts';
import { cardBody, paymentCalls } from '#tests/builders/payment-calls.ts';
import { codeOf, createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';
import { findFreePort } from '#tests/support/free-port.ts';

/** Wants a confirmation when it is stored. */
const CardNumber = '4000002500003155';

interface Added {
  readonly HasNoErrors: boolean;
  readonly CardSetup: { readonly SetupId: string; readonly Url: string; readonly MinutesLeft: number } | null;
}

let scene: PaymentScene;
let calls: ReturnType<typeof paymentCalls>;

beforeAll(async () => {
  const cardPagesPort = await findFreePort();
  const options = { 'paymentOptions.cardConfirmationOrigin': `http://localhost:${cardPagesPort}` };
  scene = await createPaymentScene({ cardProcessorTimeoutMs: 1_500, cardPagesPort, options });
});

afterAll(() => scene.testApp.close());

beforeEach(async () => {
  const { database } = scene.testApp.services;
  await sql`delete from saved_cards where last_four = '3155'`.execute(database);
  await sql`delete from card_setups`.execute(database);
  calls = paymentCalls(await scene.testApp.signIn('li.wei'));
});

const add = () => calls.post<Added>('/api/PaymentMethod/AddCardPaymentMethod', cardBody(scene.loan, { CardNumber }));

async function begin() {
  const { CardSetup: setup } = await add();
  if (!setup) throw new Error('No confirmation was asked for');
  return { setupId: setup.SetupId, page: setup.Url, minutesLeft: setup.MinutesLeft };
}

const end = (SetupId: string, GiveUp = false) =>
  calls.post<{ HasNoErrors: boolean; Errors: [] }>('/api/PaymentMethod/EndCardSetup', { SetupId, GiveUp });

async function decide(page: string, decision: 'approve' | 'refuse'): Promise<string | null> {
  const response = await fetch(`${page}/${decision}`, { method: 'POST', redirect: 'manual' });
  await response.arrayBuffer();
  return response.headers.get('location');
}

async function countSaved(): Promise<number> {
  const { rows } = await sql`select 1 from saved_cards where last_four = '3155'`.execute(
    scene.testApp.services.database,
  );
  return rows.length;
}

async function countWaiting(): Promise<number> {
  return (await sql`select 1 from card_setups`.execute(scene.testApp.services.database)).rows.length;
}

const runJob = (services = scene.testApp.services) => recoverPaymentsJob.run(services, new AbortController().signal);

test('a card is saved once the bank has confirmed it, and charged without the customer from then on', async () => {
  const { setupId, page, minutesLeft } = await begin();
  expect(minutesLeft).toBe(15);
  expect(await countSaved()).toBe(0);
  expect(codeOf(await end(setupId))).toBe('NotConfirmed');
  expect(await decide(page, 'approve')).toMatch(/\/card-confirmation$/);
  expect(await end(setupId)).toMatchObject({ HasNoErrors: true });
  expect([await countSaved(), await countWaiting()]).toEqual([1, 0]);
  const { rows } = await sql<{ card_token: string }>`
    select card_token from saved_cards where last_four = '3155'`.execute(scene.testApp.services.database);
  const outcome = await scene.testApp.services.cardProcessor.charge({
    paymentId: crypto.randomUUID(),
    token: rows[0]?.card_token ?? '',
    amountCents: 1_000 as never,
    loanNumber: scene.loan,
    referenceNumber: 'A',
    descriptor: null,
  });
  expect(outcome.state).toBe('approved');
});

test('a card that the bank refuses, or the customer gives up, is not saved', async () => {
  const refused = await begin();
  await decide(refused.page, 'refuse');
  expect(codeOf(await end(refused.setupId))).toBe('NotConfirmed');
  const givenUp = await begin();
  expect(await end(givenUp.setupId, true)).toMatchObject({ HasNoErrors: true });
  await decide(givenUp.page, 'approve');
  await runJob();
  expect(await countSaved()).toBe(0);
});

test('a card is saved once, whatever is repeated: a lost answer, two tabs, the job', async () => {
  const { setupId, page } = await begin();
  await decide(page, 'approve');
  const ends = await Promise.all([end(setupId), end(setupId), runJob()]);
  expect(ends.slice(0, 2)).toMatchObject([{ HasNoErrors: true }, { HasNoErrors: true }]);
  expect(await end(setupId)).toMatchObject({ HasNoErrors: true });
  expect([await countSaved(), await countWaiting()]).toEqual([1, 0]);
});

test('the job saves the card of a customer who never comes back, and forgets one after its time', async () => {
  const confirmed = await begin();
  await decide(confirmed.page, 'approve');
  await runJob();
  expect([await countSaved(), await countWaiting()]).toEqual([1, 0]);
  await sql`delete from saved_cards where last_four = '3155'`.execute(scene.testApp.services.database);
  await begin();
  await runJob();
  expect(await countWaiting()).toBe(1);
  scene.testApp.clock.moveOn({ minutes: 15 });
  await runJob();
  expect([await countSaved(), await countWaiting()]).toEqual([0, 0]);
});

test('a card waits while the processor is silent', async () => {
  const { setupId, page } = await begin();
  await decide(page, 'approve');
  const { services } = scene.testApp;
  const { cardProcessor } = services;
  const silent = createHttpCardProcessor(serviceAt(`http://127.0.0.1:${await findFreePort()}`));
  Object.assign(services, { cardProcessor: silent });
  try {
    expect(codeOf(await end(setupId))).toBe('Connection');
    await runJob();
    expect(await countWaiting()).toBe(1);
  } finally {
    Object.assign(services, { cardProcessor });
  }
  expect(await end(setupId)).toMatchObject({ HasNoErrors: true });
});

test('a card needs no confirmation where no page can be shown, and none of a foreign origin', async () => {
  const option = 'paymentOptions.cardConfirmationOrigin';
  expect(await scene.testApp.withOptions({ [option]: '' }, add)).toMatchObject({ HasNoErrors: true, CardSetup: null });
  await sql`delete from saved_cards where last_four = '3155'`.execute(scene.testApp.services.database);
  const foreign = await scene.testApp.withOptions({ [option]: 'https://other.example' }, add);
  expect(codeOf(foreign as never)).toBe('InvalidInfo');
  expect([await countSaved(), await countWaiting()]).toEqual([0, 0]);
});
