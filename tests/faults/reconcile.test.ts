import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';
import { chargeRequestOf } from '#tests/builders/network.ts';
import { findDifferences } from './reconcile.ts';

let scene: PaymentScene;

beforeAll(async () => {
  scene = await createPaymentScene({ cardProcessorTimeoutMs: 10_000 });
  await scene.calls.submitCard(await scene.cardSubmission(40));
  await scene.calls.submitAch(await scene.achSubmission(41));
  await scene.calls.submitCard(await scene.cardSubmission(42, { CardNumber: '4000000000000002' }));
});

afterAll(() => scene.testApp.close());

const differences = () => {
  const { services, sandboxUrl } = scene.testApp;
  return findDifferences(services.database, sandboxUrl, services.cipher);
};

test('everything the product has done reconciles', async () => {
  expect(await differences()).toEqual([]);
});

/** Each error is planted, found, and reverted. */
const planted: readonly (readonly [string, RawBuilder<unknown>, RawBuilder<unknown>, RegExp])[] = [
  [
    'an amount of a payment',
    sql`update payments set amount_cents = amount_cents + 1 where method_type = 'Card' and state = 'posted'`,
    sql`update payments set amount_cents = amount_cents - 1 where method_type = 'Card' and state = 'posted'`,
    /was charged 4300 of 4301 cents/,
  ],
  [
    'a payment that is taken for declined',
    sql`update payments set state = 'declined', decline_reason = 'Declined' where method_type = 'Card' and amount_cents = 4000`,
    sql`update payments set state = 'posted', decline_reason = null where method_type = 'Card' and amount_cents = 4000`,
    /\(declined\) has 1 transfers/,
  ],
  [
    'a bank draft of another amount',
    sql`update ach_entries set amount_cents = amount_cents - 1`,
    sql`update ach_entries set amount_cents = amount_cents + 1`,
    /has the bank draft 4299/,
  ],
  [
    'a balance of a loan',
    sql`update loans set principal_cents = principal_cents + 1 where principal_cents > 0`,
    sql`update loans set principal_cents = principal_cents - 1 where principal_cents > 1`,
    /the books: .*101-005520-1/,
  ],
];

test.each(planted)('%s is found when it is wrong', async (_what, plant, takeBack, expected) => {
  const { database } = scene.testApp.services;
  await plant.execute(database);
  expect((await differences()).join('\n')).toMatch(expected);
  await takeBack.execute(database);
  expect(await differences()).toEqual([]);
});

test('a charge that belongs to no payment is found', async () => {
  const { cardProcessor } = scene.testApp.services;
  const card = { cardNumber: '4242424242424242', securityCode: '123', expiration: '12/30' };
  const { token } = await cardProcessor.tokenize({ ...card, firstName: 'No', lastName: 'Body', zipCode: '04101' });
  const paymentId = crypto.randomUUID();
  await cardProcessor.charge(chargeRequestOf(paymentId, token, 1));
  expect(await differences()).toEqual([`a charge for the payment ${paymentId}, which is none`]);
});
