import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signEvent } from '#server/payments-network/card-event.wire.ts';
import { createClock } from '#server/platform/clock.ts';
import { startFakeStripe } from '#tests/builders/fake-stripe.ts';
import { codeOf, createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';

const oldSecret = 'whsec_the-secret-that-signs-events-0001';
const newSecret = 'whsec_the-secret-that-signs-events-0002';

let stripe: Awaited<ReturnType<typeof startFakeStripe>>;
let scene: PaymentScene;

beforeAll(async () => {
  stripe = await startFakeStripe();
  scene = await createPaymentScene({
    environment: {
      PASSBOOK_CARD_PROCESSOR_KIND: 'stripe',
      PASSBOOK_CARD_PROCESSOR_URL: stripe.url,
      PASSBOOK_CARD_PROCESSOR_KEY: 'sk_test',
      PASSBOOK_BANK_ACCOUNT_CHECK_URL: stripe.url,
      PASSBOOK_CARD_WEBHOOK_KEY: `${oldSecret}, ${newSecret}`,
    },
  });
});

afterAll(async () => {
  await scene.testApp.close();
  stripe.close();
});

test('a dispute at Stripe leaves the loan as it is until it is lost, then takes the payment back once', async () => {
  const before = await principal();
  const intent = await pay(41);
  const paid = await principal();
  expect(paid).toBeLessThan(before);
  const dispute = {
    id: 'dp_1',
    payment_intent: intent.id,
    amount: intent.amount,
    reason: 'fraudulent',
    status: 'needs_response',
    evidence_details: { due_by: 1_796_428_800 },
  };
  expect(await send({ type: 'charge.dispute.created', data: { object: dispute } })).toBe(200);
  expect(await principal()).toBe(paid);
  const lost = { type: 'charge.dispute.closed', data: { object: { ...dispute, status: 'lost' } } };
  for (const secret of [oldSecret, newSecret]) expect(await send(lost, secret)).toBe(200);
  expect(await principal()).toBe(before);
});

test('a refund at Stripe takes the payment off the loan once; what Stripe cannot tell is asked for again', async () => {
  const before = await principal();
  const intent = await pay(42);
  const charge = { payment_intent: intent.id, amount_refunded: intent.amount };
  const refunded = { type: 'charge.refunded', data: { object: charge, previous_attributes: { amount_refunded: 0 } } };
  stripe.state.losesAnswerOf = `/${intent.id}`;
  expect(await send(refunded)).toBe(503);
  stripe.state.losesAnswerOf = '';
  for (let copy = 0; copy < 2; copy += 1) expect(await send(refunded)).toBe(200);
  expect(await principal()).toBe(before);
});

test('an unknown outcome is asked for as soon as Stripe reports it', async () => {
  const before = await principal();
  stripe.state.losesAnswerOf = '/confirm';
  await scene.calls.submitCard(await scene.cardSubmission(43), crypto.randomUUID());
  stripe.state.losesAnswerOf = '';
  expect(await principal()).toBe(before);
  const { metadata } = stripe.newestIntent();
  expect(await send({ type: 'payment_intent.succeeded', data: { object: { metadata } } })).toBe(200);
  expect(await principal()).toBeLessThan(before);
});

test('other kinds are acknowledged; another secret or our own header is refused; a strange shape is malformed', async () => {
  const setUp = { type: 'setup_intent.succeeded', data: { object: { id: 'seti_1' } } };
  expect(await send(setUp)).toBe(200);
  expect(await send(setUp, 'whsec_a-secret-of-somewhere-else-0003')).toBe(401);
  expect(await send(setUp, newSecret, 'passbook-signature')).toBe(401);
  expect(await send({ type: 'charge.refunded', data: {} })).toBe(400);
});

async function pay(amount: number) {
  const answer = await scene.calls.submitCard(await scene.cardSubmission(amount), crypto.randomUUID());
  if (!answer.HasNoErrors) throw new Error(`The payment was refused: ${codeOf(answer)}`);
  return stripe.newestIntent();
}

async function principal(): Promise<number> {
  const { database } = scene.testApp.services;
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from payments where state in ('created', 'submitting')`.execute(database);
  expect(rows[0]?.open).toBe(0);
  const found = await scene.testApp.services.host.findLoan('400102', scene.loan, scene.testApp.services.clock.today());
  return found?.principalCents ?? 0;
}

async function send(event: object, secret = newSecret, header = 'stripe-signature'): Promise<number> {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', ...event });
  const seconds = Math.floor(createClock('UTC').now().epochMilliseconds / 1_000);
  const headers = { 'content-type': 'application/json; charset=utf-8', [header]: signEvent(secret, payload, seconds) };
  return (await scene.testApp.app.inject({ method: 'POST', url: '/webhooks/cards', payload, headers })).statusCode;
}
