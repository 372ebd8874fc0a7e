import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startFakeStripe } from '#tests/builders/fake-stripe.ts';
import { chargeRequestOf, serviceAt } from '#tests/builders/network.ts';
import { type CardEvents, isSignedEvent, MalformedEvent } from '../card-event.wire.ts';
import { ProcessorUnavailable } from '../card-processor.ts';
import { createStripeEvents, createStripeIntents } from './stripe-events.ts';
import { createStripeProcessor } from './stripe-processor.ts';

const paymentId = '6f1c0a52-8f0e-4a57-9d0b-3f1f6f6f0001';

let stripe: Awaited<ReturnType<typeof startFakeStripe>>;
let events: CardEvents;

beforeEach(async () => {
  stripe = await startFakeStripe();
  const service = serviceAt(stripe.url, 5_000, 'sk_test');
  await createStripeProcessor(service).charge(chargeRequestOf(paymentId, 'cus_1:pm_1', 5_000));
  events = createStripeEvents(createStripeIntents(service));
});

afterEach(() => stripe.close());

function sent(type: string, object: object, more: object = {}) {
  return { id: 'evt_1', object: 'event', type, api_version: '2024-06-20', data: { object, ...more } };
}

const dispute = {
  id: 'dp_1',
  object: 'dispute',
  amount: 5_000,
  charge: 'ch_pi_1',
  payment_intent: 'pi_1',
  reason: 'fraudulent',
  status: 'needs_response',
  metadata: {},
  evidence_details: { due_by: 1_796_428_800, has_evidence: false, past_due: false, submission_count: 0 },
};

const ours = { eventId: 'evt_1', paymentId };
const ourDispute = { ...ours, disputeId: 'dp_1', amountCents: 5_000, reason: 'fraudulent' };

describe('an event of Stripe', () => {
  test.each(['succeeded', 'payment_failed', 'processing', 'canceled'])(
    'payment_intent.%s lets an unknown outcome be asked for',
    async (state) => {
      const event = sent(`payment_intent.${state}`, { id: 'pi_1', object: 'payment_intent', metadata: { paymentId } });
      expect(await events.read(event)).toEqual({ ...ours, type: 'charge.updated' });
    },
  );

  test.each([
    ['the whole amount', 5_000, { amount_refunded: 0, refunded: false }, 5_000],
    ['a first part', 2_000, { amount_refunded: 0 }, 2_000],
    ['the rest after a part', 5_000, { amount_refunded: 2_000, refunded: false }, 3_000],
  ])('about the refund of %s says what went back now', async (_what, amount_refunded, before, amountCents) => {
    const charge = { id: 'ch_pi_1', amount: 5_000, amount_refunded, payment_intent: 'pi_1' };
    const event = sent('charge.refunded', charge, { previous_attributes: before });
    expect(await events.read(event)).toEqual({ ...ours, type: 'charge.refunded', amountCents });
  });

  test('about a new dispute names the payment and the day to respond by', async () => {
    const respondBy = '2026-12-05T00:00:00Z';
    const opened = { ...ourDispute, type: 'dispute.opened' };
    expect(await events.read(sent('charge.dispute.created', dispute))).toEqual({ ...opened, respondBy });
    for (const due_by of [0, null]) {
      const unanswerable = { ...dispute, evidence_details: { due_by } };
      expect(await events.read(sent('charge.dispute.created', unanswerable))).toEqual(opened);
    }
  });

  test.each([
    ['lost', 'dispute.lost'],
    ['won', 'dispute.won'],
    ['warning_closed', 'dispute.won'],
  ])('about a dispute closed as %s is %s', async (status, type) => {
    expect(await events.read(sent('charge.dispute.closed', { ...dispute, status }))).toMatchObject({
      ...ourDispute,
      type,
    });
  });

  test.each([
    ['of a kind we do not use', sent('setup_intent.succeeded', { id: 'seti_1' })],
    ['about a charge without an intent', sent('charge.dispute.created', { ...dispute, payment_intent: null })],
    ['about an intent of others', sent('payment_intent.succeeded', { metadata: { paymentId: 'order-7' } })],
  ])('%s changes none of our payments', async (_what, event) => {
    expect(await events.read(event)).toBeUndefined();
  });

  test.each([
    ['not an object', undefined],
    ['a dispute closed in a way we do not know', sent('charge.dispute.closed', { ...dispute, status: 'prevented' })],
    ['a refund without an amount', sent('charge.refunded', { payment_intent: 'pi_1' })],
  ])('that is %s is malformed', async (_what, event) => {
    await expect(async () => events.read(event)).rejects.toThrow(MalformedEvent);
  });

  test('is to be sent again while Stripe does not say which payment it is about', async () => {
    stripe.state.losesAnswerOf = '/pi_1';
    await expect(events.read(sent('charge.dispute.created', dispute))).rejects.toThrow(ProcessorUnavailable);
  });
});

describe('a signature made by the library of Stripe', () => {
  const secret = 'whsec_test_of_passbook_events_0001';
  const body = '{"id":"evt_1","type":"charge.refunded"}';
  const header = 't=1795689600,v1=6c721fb64da7e7e1255b0eda3898f5bb505d70494f2bdc9c6dec74cf2296c0e3';
  const other = 'whsec_test_of_passbook_events_0002';

  test.each([
    ['its secret', [secret], body, header, 0, true],
    ['one of two secrets, as while they change', [other, secret], body, header, 0, true],
    ['an older scheme beside it', [secret], body, `${header},v0=00`, 300, true],
    ['another secret', [other], body, header, 0, false],
    ['another body', [secret], `${body} `, header, 0, false],
    ['more than five minutes in between', [secret], body, header, 301, false],
  ])('with %s is accepted or not', (_what, keys, text, signature, age, isAccepted) => {
    const now = Temporal.Instant.fromEpochMilliseconds((1_795_689_600 + age) * 1_000);
    expect(isSignedEvent(keys, text, signature, now)).toBe(isAccepted);
  });
});

test('the report counts a charge that was lost to a dispute as refunded, and no other', async () => {
  const processor = createStripeProcessor(serviceAt(stripe.url, 5_000, 'sk_test'));
  const isReportedRefunded = async () => (await processor.listCharges(0)).map(({ refunded }) => refunded);
  stripe.dispute('pi_1', { status: 'needs_response', amount: 5_000 });
  expect(await isReportedRefunded()).toEqual([false]);
  stripe.dispute('pi_1', { status: 'lost', amount: 100 });
  expect(await isReportedRefunded()).toEqual([false]);
  stripe.dispute('pi_1', { status: 'lost', amount: 5_000 });
  expect(await isReportedRefunded()).toEqual([true]);
});
