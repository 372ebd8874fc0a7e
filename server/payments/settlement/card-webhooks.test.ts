import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { signEvent, WEBHOOK_SIGNATURE_HEADER } from '#server/payments-network/card-event.wire.ts';
import { createClock } from '#server/platform/clock.ts';
import { createPaymentScene, codeOf, type PaymentScene } from '#tests/builders/payment-scene.ts';
import { createTestApp } from '#tests/builders/test-app.ts';
import { listUnsettledCardReturns } from '../end-of-day/settlements.queries.ts';
import { listDisputes } from './card-disputes.queries.ts';

const key = 'the-secret-that-signs-events-0001';
const machineClock = createClock('UTC');

let scene: PaymentScene;

beforeAll(async () => {
  scene = await createPaymentScene({ environment: { PASSBOOK_CARD_WEBHOOK_KEY: key } });
});

afterAll(() => scene.testApp.close());

const dispute = { disputeId: 'dp_1', amountCents: 4_400, reason: 'fraudulent', respondBy: '2026-12-05T00:00:00Z' };

describe('an event of the card processor', () => {
  const event = { eventId: 'e1', type: 'charge.updated', paymentId: crypto.randomUUID() };

  test.each([
    ['without a signature', ''],
    ['signed with another key', signEvent('another-secret-of-thirty-two-chars', JSON.stringify(event), now())],
    ['signed ten minutes ago', signEvent(key, JSON.stringify(event), now() - 600)],
    ['signed for another body', signEvent(key, '{}', now())],
  ])('%s is refused', async (_what, signature) => {
    expect(await sendRaw(JSON.stringify(event), signature)).toBe(401);
  });

  test('is accepted when one of two signatures is right, as while keys change', async () => {
    const right = signEvent(key, JSON.stringify(event), now());
    expect(await sendRaw(JSON.stringify(event), right.replace('v1=', 'v1=00,v1='))).toBe(200);
  });

  test('of a kind we do not use, or about a payment that is not ours, is accepted and does nothing', async () => {
    const before = await scene.effects();
    expect(await send({ type: 'payout.paid', eventId: 'e2' })).toBe(200);
    expect(await send({ ...event, ...dispute, type: 'dispute.lost' })).toBe(200);
    expect(await scene.effects()).toEqual(before);
  });

  test('that lacks what it is about is refused as malformed', async () => {
    expect(await send({ eventId: 'e3', type: 'dispute.opened', paymentId: event.paymentId })).toBe(400);
    const body = 'not json';
    expect(await sendRaw(body, signEvent(key, body, now()))).toBe(400);
  });

  test('has no address at a portal without the key', async () => {
    const without = await createTestApp({ empty: true });
    const answer = await without.app.inject({ method: 'POST', url: '/webhooks/cards', payload: '{}' });
    expect(answer.statusCode).toBe(404);
    await without.close();
  });
});

describe('a dispute', () => {
  test('leaves the loan as it is until it is lost; then the payment is taken back once and the customer told', async () => {
    const before = await scene.effects();
    const payment = await pay(41);
    const paid = await scene.effects();
    expect(paid.principalCents).toBeLessThan(before.principalCents);
    await countAsCompared();

    for (let copy = 0; copy < 2; copy += 1)
      await send({ eventId: 'd1', type: 'dispute.opened', ...payment, ...dispute });
    expect((await scene.effects()).principalCents).toBe(paid.principalCents);
    expect(await subjects(payment.referenceNumber)).toEqual(["Your card's bank asked about a payment"]);
    expect(await listDisputes(scene.testApp.services.database, 10)).toMatchObject([
      { disputeId: 'dp_1', state: 'opened', referenceNumber: payment.referenceNumber, amountCents: 4_400 },
    ]);

    for (let copy = 0; copy < 2; copy += 1) await send({ eventId: 'd2', type: 'dispute.lost', ...payment, ...dispute });
    await send({ eventId: 'd3', type: 'dispute.won', ...payment, ...dispute });
    expect((await scene.effects()).principalCents).toBe(before.principalCents);
    expect(await subjects(payment.referenceNumber)).toContain('Your payment was taken back');
    expect(await listDisputes(scene.testApp.services.database, 10)).toMatchObject([{ state: 'lost' }]);
    const { database, clock } = scene.testApp.services;
    expect(await listUnsettledCardReturns(database, clock.today())).toMatchObject([
      { key: `card-return:${payment.paymentId}`, amountCents: 4_400 },
    ]);
  });

  test('that is won changes nothing, even when it is reported before it was opened', async () => {
    const payment = await pay(42);
    const paid = await scene.effects();
    const other = { ...dispute, disputeId: 'dp_2' };
    await send({ eventId: 'w1', type: 'dispute.won', ...payment, ...other });
    await send({ eventId: 'w2', type: 'dispute.opened', ...payment, ...other });
    expect((await scene.effects()).principalCents).toBe(paid.principalCents);
    expect(await subjects(payment.referenceNumber)).toEqual([]);
  });
});

describe('a refund at the processor', () => {
  test('of the whole payment takes it off the loan; of a part it is left to the operator', async () => {
    const before = await scene.effects();
    const payment = await pay(43);
    const paid = await scene.effects();
    await send({ eventId: 'r1', type: 'charge.refunded', ...payment, amountCents: 100 });
    expect((await scene.effects()).principalCents).toBe(paid.principalCents);
    for (let copy = 0; copy < 2; copy += 1) {
      await send({ eventId: 'r2', type: 'charge.refunded', ...payment, amountCents: 4_600 });
    }
    expect((await scene.effects()).principalCents).toBe(before.principalCents);
    expect(await subjects(payment.referenceNumber)).toEqual(['We refunded your payment']);
  });

  test('of a payment without an outcome settles it first, so the loan is not credited afterwards', async () => {
    const before = await scene.effects();
    await scene.calls.submitCard(
      await scene.cardSubmission(45, { CardNumber: '4000000000000200' }),
      crypto.randomUUID(),
    );
    const [unknown] = await paymentsIn('unknown');
    const refund = { type: 'charge.refunded', paymentId: unknown?.paymentId, amountCents: 4_800 };
    expect(await send({ eventId: 'r3', ...refund })).toBe(200);
    expect(await paymentsIn('returned')).toContainEqual(unknown);
    expect((await scene.effects()).principalCents).toBe(before.principalCents);
  });

  test.each([
    { type: 'charge.refunded', amountCents: 4_900 },
    { ...dispute, type: 'dispute.lost', disputeId: 'dp_3', amountCents: 4_900 },
  ])('while the payment is still being submitted, $type is to be sent again', async (event) => {
    const { paymentId } = await pay(46);
    const { database } = scene.testApp.services;
    await sql`update payments set state = 'submitting', leased_until = now() where payment_id = ${paymentId}`.execute(
      database,
    );
    expect(await send({ eventId: 'r4', paymentId, ...event })).toBe(503);
    await sql`update payments set state = 'posted', leased_until = null where payment_id = ${paymentId}`.execute(
      database,
    );
    expect(await send({ eventId: 'r4', paymentId, ...event })).toBe(200);
    expect(await paymentsIn('returned')).toContainEqual({ paymentId });
  });
});

test('the outcome of an unknown payment is asked for as soon as the processor reports it', async () => {
  const answer = await scene.calls.submitCard(
    await scene.cardSubmission(44, { CardNumber: '4000000000000200' }),
    crypto.randomUUID(),
  );
  expect(codeOf(answer)).toBe('Generic');
  const [unknown] = await paymentsIn('unknown');
  await send({ eventId: 'u1', type: 'charge.updated', paymentId: unknown?.paymentId });
  expect(await paymentsIn('unknown')).toEqual([]);
  expect(await paymentsIn('posted')).toContainEqual(unknown);
});

async function pay(amount: number) {
  const answer = await scene.calls.submitCard(await scene.cardSubmission(amount), crypto.randomUUID());
  if (!answer.HasNoErrors) throw new Error(`The payment was refused: ${codeOf(answer)}`);
  const { rows } = await sql<{ paymentId: string }>`
    select payment_id as "paymentId" from payments where reference_number = ${answer.ReferenceNumber}
    `.execute(scene.testApp.services.database);
  return { paymentId: rows[0]?.paymentId ?? '', referenceNumber: answer.ReferenceNumber ?? '' };
}

async function paymentsIn(state: string) {
  const { rows } = await sql<{ paymentId: string }>`
    select payment_id as "paymentId" from payments where state = ${state}`.execute(scene.testApp.services.database);
  return rows;
}

/** The charges so far were compared with the processor's report, and paid out. */
async function countAsCompared(): Promise<void> {
  const { database, clock } = scene.testApp.services;
  scene.testApp.clock.moveOn({ seconds: 2 });
  await sql`insert into business_days (business_on, reconciled_at, comparison, charges_through)
    values ('2026-11-20', ${clock.now().toString()}, '{}', 0)
    on conflict (business_on) do update set reconciled_at = excluded.reconciled_at`.execute(database);
  scene.testApp.clock.moveOn({ seconds: 2 });
}

async function subjects(referenceNumber: string): Promise<string[]> {
  const messages = await listNewestMessages(scene.testApp.services, 100);
  const wanted = /disput|bank asked|taken back|refunded/i;
  return messages
    .filter(({ body, subject }) => body.includes(referenceNumber) && wanted.test(subject))
    .map(({ subject }) => subject);
}

function send(event: object): Promise<number> {
  const body = JSON.stringify(event);
  return sendRaw(body, signEvent(key, body, now()));
}

async function sendRaw(payload: string, signature: string): Promise<number> {
  const headers = { 'content-type': 'application/json', [WEBHOOK_SIGNATURE_HEADER]: signature };
  return (await scene.testApp.app.inject({ method: 'POST', url: '/webhooks/cards', payload, headers })).statusCode;
}

function now(): number {
  return Math.floor(machineClock.now().epochMilliseconds / 1_000);
}
