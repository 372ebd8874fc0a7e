import { z } from 'zod';
import { cents } from '#common/core/money.ts';
import type { ReportedCharge } from '../card-processor.ts';
import { type Ask, type PaymentIntent, paymentIntents } from './stripe-shapes.ts';

const PAGE = 100;
/** Charges of one second that the report can tell apart. */
const SEQUENCES_PER_SECOND = 1_000;
const MAX_REPORTED = 1_000;

const disputes = z.object({ data: z.array(z.object({ status: z.string(), amount: z.int() })) });

export async function listCharges(ask: Ask, after: number): Promise<readonly ReportedCharge[]> {
  const since = (after - (after % SEQUENCES_PER_SECOND)) / SEQUENCES_PER_SECOND;
  const intents: PaymentIntent[] = [];
  for (let startingAfter = ''; ;) {
    const query = new URLSearchParams({
      'created[gte]': String(since),
      limit: String(PAGE),
      'expand[]': 'data.latest_charge',
      ...(startingAfter && { starting_after: startingAfter }),
    });
    const page = await ask(paymentIntents, { path: `/v1/payment_intents?${query.toString()}` });
    intents.push(...page.data);
    startingAfter = page.data.at(-1)?.id ?? '';
    if (!page.has_more || startingAfter === '') break;
  }
  const listed = report(intents)
    .filter(({ sequence }) => sequence > after)
    .slice(0, MAX_REPORTED);
  const disputed = intents.filter(({ latest_charge: made }) => typeof made === 'object' && made?.disputed === true);
  const lost = await listLost(ask, disputed);
  return listed.map((each) => (lost.has(each.paymentId) ? { ...each, refunded: true } : each));
}

/** Returns the payments whose whole amount, or what refunds left of it, was lost to a dispute. Disputed charges are few, so each is asked for. */
async function listLost(ask: Ask, disputed: readonly PaymentIntent[]): Promise<ReadonlySet<string>> {
  const lost = new Set<string>();
  for (const { id, amount, metadata, latest_charge: made } of disputed) {
    const left = amount - (typeof made === 'object' ? (made?.amount_refunded ?? 0) : 0);
    const query = new URLSearchParams({ payment_intent: id, limit: String(PAGE) });
    const { data } = await ask(disputes, { path: `/v1/disputes?${query.toString()}` });
    const isLost = data.some((dispute) => dispute.status === 'lost' && dispute.amount >= left);
    if (isLost) lost.add(metadata['paymentId'] ?? '');
  }
  return lost;
}

/** Numbers intents by second and, within it, by id. Stripe lists the newest first. */
function report(intents: readonly PaymentIntent[]): ReportedCharge[] {
  const ordered = intents.toSorted((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
  const inSecond = new Map<number, number>();
  return ordered.flatMap(
    ({ created, metadata, amount, status, latest_charge: charge, cancellation_reason: reason }) => {
      const index = inSecond.get(created) ?? 0;
      inSecond.set(created, index + 1);
      const paymentId = metadata['paymentId'];
      // One that waits for a confirmation has no outcome yet, and a duplicate was never confirmed.
      if (paymentId === undefined || status === 'requires_action' || reason === 'duplicate') return [];
      const state = status === 'succeeded' ? 'approved' : status === 'canceled' ? 'absent' : 'declined';
      const made = typeof charge === 'object' && charge !== null ? charge : { refunded: false, amount_refunded: 0 };
      const refunds = { refunded: made.refunded, refundedCents: cents(made.amount_refunded) };
      const sequence = created * SEQUENCES_PER_SECOND + index;
      return [{ sequence, paymentId, amountCents: cents(amount), state, ...refunds }];
    },
  );
}
