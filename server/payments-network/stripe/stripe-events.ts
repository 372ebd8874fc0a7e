import { z } from 'zod';
import type { OutsideService } from '#server/platform/network-variables.ts';
import { type CardEvent, type CardEvents, parseEvent } from '../card-event.wire.ts';
import { askStripe } from './stripe-client.ts';

/** Disputes don't carry the metadata of a charge, so the intent is asked for our payment id. */
export interface StripeIntents {
  /**
   * Returns undefined for an intent that others made with the same account.
   * @throws ProcessorUnavailable
   */
  findPaymentOf(intentId: string): Promise<string | undefined>;
}

const metadata = z.record(z.string(), z.string());
const intentWithMetadata = z.object({ metadata });

export function createStripeIntents(service: OutsideService): StripeIntents {
  return {
    async findPaymentOf(intentId) {
      const path = `/v1/payment_intents/${encodeURIComponent(intentId)}`;
      return paymentIn((await askStripe(service, intentWithMetadata, { path })).metadata);
    },
  };
}

const id = z.string().min(1).max(255);
/** Null for a charge that was made without an intent, and so not by us. */
const intentId = z.string().min(1).nullable();

const outcomeEvent = z.object({
  id,
  type: z.enum([
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
    'payment_intent.processing',
    'payment_intent.canceled',
  ]),
  data: z.object({ object: z.object({ metadata }) }),
});

const refundEvent = z.object({
  id,
  type: z.literal('charge.refunded'),
  data: z.object({
    object: z.object({ payment_intent: intentId, amount_refunded: z.int().min(1) }),
    previous_attributes: z.object({ amount_refunded: z.int().default(0) }).prefault({}),
  }),
});

const dispute = z.object({
  id,
  payment_intent: intentId,
  amount: z.int().min(1),
  reason: z.string().max(500),
  // 0 or null if the bank takes no answer.
  evidence_details: z.object({ due_by: z.int().nullable() }),
});

const openedEvent = z.object({ id, type: z.literal('charge.dispute.created'), data: z.object({ object: dispute }) });

const closedEvent = z.object({
  id,
  type: z.literal('charge.dispute.closed'),
  // A state of a later version of Stripe may mean that the money is gone, so it isn't guessed.
  data: z.object({ object: dispute.extend({ status: z.enum(['won', 'lost', 'warning_closed']) }) }),
});

const stripeEvent = z.discriminatedUnion('type', [outcomeEvent, refundEvent, openedEvent, closedEvent]);

const someEvent = z.object({ type: z.string() });

const usedTypes: readonly string[] = [
  ...outcomeEvent.shape.type.options,
  ...[refundEvent, openedEvent, closedEvent].map(({ shape }) => shape.type.value),
];

/** Reads the events of Stripe's API version 2024-06-20 (docs/card-processor.md). */
export function createStripeEvents(intents: StripeIntents): CardEvents {
  return {
    signatureHeader: 'stripe-signature',
    async read(sent) {
      const { type } = parseEvent(someEvent, sent);
      if (!usedTypes.includes(type)) return undefined;
      const event = parseEvent(stripeEvent, sent);
      switch (event.type) {
        case 'charge.refunded':
        case 'charge.dispute.created':
        case 'charge.dispute.closed': {
          const intent = event.data.object.payment_intent;
          const paymentId = intent === null ? undefined : await intents.findPaymentOf(intent);
          return paymentId === undefined ? undefined : inOurWords(event, paymentId);
        }
        case 'payment_intent.succeeded':
        case 'payment_intent.payment_failed':
        case 'payment_intent.processing':
        case 'payment_intent.canceled': {
          const paymentId = paymentIn(event.data.object.metadata);
          return paymentId === undefined ? undefined : { eventId: event.id, type: 'charge.updated', paymentId };
        }
      }
    },
  };
}

type EventOfCharge = z.output<typeof refundEvent> | z.output<typeof openedEvent> | z.output<typeof closedEvent>;

function inOurWords(event: EventOfCharge, paymentId: string): CardEvent {
  const about = { eventId: event.id, paymentId };
  if (event.type === 'charge.refunded') {
    // Stripe counts up; each event is about what was refunded since the last one.
    const { object, previous_attributes: before } = event.data;
    return { ...about, type: 'charge.refunded', amountCents: object.amount_refunded - before.amount_refunded };
  }
  const { id: disputeId, amount: amountCents, reason, evidence_details: evidence } = event.data.object;
  const respondBy = evidence.due_by
    ? { respondBy: Temporal.Instant.fromEpochMilliseconds(evidence.due_by * 1_000).toString() }
    : {};
  const details = { ...about, disputeId, amountCents, reason, ...respondBy };
  if (event.type === 'charge.dispute.created') return { type: 'dispute.opened', ...details };
  // An inquiry that the bank closed (`warning_closed`) never took the money.
  return { type: event.data.object.status === 'lost' ? 'dispute.lost' : 'dispute.won', ...details };
}

const ourPayment = z.object({ paymentId: z.uuid() });

function paymentIn(found: Readonly<Record<string, string>>): string | undefined {
  return ourPayment.safeParse(found).data?.paymentId;
}
