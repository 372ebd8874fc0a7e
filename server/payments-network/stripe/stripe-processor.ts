import { z } from 'zod';
import type { OutsideService } from '#server/platform/network-variables.ts';
import {
  type CardProcessor,
  type ChargeAnswer,
  type ChargeDecline,
  type ChargeOutcome,
  type ChargePart,
  type ChargeRequest,
  ProcessorUnavailable,
} from '../card-processor.ts';
import { beginSetup, findCardOf, tokenize } from './stripe-cards.ts';
import { askStripe, type StripeErrorAnswer, StripeRefused } from './stripe-client.ts';
import { listCharges } from './stripe-report.ts';
import { type Ask, identified, type PaymentIntent, paymentIntent, paymentIntents, refunds } from './stripe-shapes.ts';

/** Less than the 24 hours that Stripe promises. */
const KEYS_KEPT_MS = 20 * 60 * 60_000;

/** Marks a payment id that was settled before it was charged. Never confirmed, so it never charges. */
const tombstone = { amount: '50', currency: 'usd', 'metadata[tombstone]': 'true' };

/**
 * Charges cards through Stripe's PaymentIntents.
 *
 * A charge is two steps under keys of its payment id: create the intent, then confirm it. Settling sends the creation
 * with other fields under the same key. If the charge was never created, that makes a tombstone and Stripe refuses the
 * charge from then on (at least for 24 hours, longer than any request lives); otherwise Stripe refuses the tombstone,
 * and the intent is looked up and, unless it is confirmed, canceled. After those hours both look for an earlier intent.
 */
export function createStripeProcessor(service: OutsideService): CardProcessor {
  const ask: Ask = (schema, request) => askStripe(service, schema, request);
  return {
    tokenize: (card, returnUrl) => tokenize(ask, card, returnUrl),
    charge: (request) => charge(ask, request),
    checkConfirmation: (request) => checkConfirmation(ask, request),
    findCard: (setupId) => findCardOf(ask, setupId),
    beginSetup: () => beginSetup(ask),
    settle: (paymentId) => settle(ask, paymentId),
    refund: (paymentId, part) => refund(ask, paymentId, part),
    listCharges: (after) => listCharges(ask, after),
    async assertAnswers() {
      await ask(z.object({ object: z.literal('balance') }), { path: '/v1/balance' });
    },
  };
}

type Settled = Awaited<ReturnType<CardProcessor['settle']>>;

/** A repeated key answers as the first time: with the intent as it was created. */
function createIntent(
  ask: Ask,
  { paymentId, token, amountCents, loanNumber, referenceNumber }: ChargeRequest,
): Promise<PaymentIntent> {
  const [customer = '', method = ''] = token.split(':');
  return ask(paymentIntent, {
    path: '/v1/payment_intents',
    idempotencyKey: paymentId,
    form: {
      amount: String(amountCents),
      currency: 'usd',
      customer,
      payment_method: method,
      'payment_method_types[]': 'card',
      description: `Loan payment ${referenceNumber}`,
      'metadata[paymentId]': paymentId,
      'metadata[loanNumber]': loanNumber,
      'metadata[referenceNumber]': referenceNumber,
    },
  });
}

async function charge(ask: Ask, request: ChargeRequest): Promise<ChargeAnswer> {
  const { paymentId, returnUrl } = request;
  const created = await createIntent(ask, request).catch((error: unknown) => {
    // Nothing is charged before it is confirmed. A used key is another matter: the outcome has to be asked for.
    if (isInvalid(error)) return undefined;
    throw error;
  });
  if (!created) return { state: 'declined', reason: 'InvalidInfo' };
  const earlier = await findEarlier(ask, paymentId, created);
  if (earlier) {
    await cancel(ask, created, 'duplicate').catch(ignoreState);
    if (earlier.status !== 'requires_confirmation') return answerOf(earlier);
  }
  const { id } = earlier ?? created;
  try {
    const confirmed = await ask(paymentIntent, {
      path: `/v1/payment_intents/${id}/confirm`,
      idempotencyKey: `confirm-${paymentId}`,
      // With an address to return to, the bank's page is one of Stripe that fits into a frame.
      form: returnUrl === undefined ? { off_session: 'true' } : { return_url: returnUrl },
    });
    return answerOf(confirmed);
  } catch (error) {
    if (!(error instanceof StripeRefused) || error.answer.type !== 'card_error') throw error;
    return { state: 'declined', reason: declineOf(error.answer) };
  }
}

async function checkConfirmation(ask: Ask, request: ChargeRequest): Promise<ChargeAnswer> {
  const { id } = await createIntent(ask, request);
  return answerOf(await ask(paymentIntent, { path: `/v1/payment_intents/${id}` }));
}

async function settle(ask: Ask, paymentId: string): Promise<Settled> {
  try {
    const stone = await ask(paymentIntent, {
      path: '/v1/payment_intents',
      idempotencyKey: paymentId,
      form: { ...tombstone, 'metadata[settled]': paymentId },
    });
    const earlier = await findEarlier(ask, paymentId, stone);
    // A repeated key answers as the first time, before it was canceled.
    if (stone.status !== 'canceled') await cancel(ask, stone).catch(ignoreState);
    return earlier ? await settleFound(ask, earlier) : { state: 'absent' };
  } catch (error) {
    if (!(error instanceof StripeRefused) || error.answer.type !== 'idempotency_error') throw error;
  }
  return settleFound(ask, await findIntent(ask, paymentId));
}

async function settleFound(ask: Ask, found: PaymentIntent): Promise<Settled> {
  if (found.status === 'succeeded') return outcomeOf(found);
  if (found.status === 'canceled') return { state: 'absent' };
  if (found.last_payment_error) return { state: 'declined', reason: declineOf(found.last_payment_error) };
  const canceled = await cancel(ask, found);
  if (canceled.status !== 'canceled') throw new ProcessorUnavailable(`The charge is ${canceled.status} at Stripe`);
  return { state: 'absent' };
}

/**
 * Stripe forgets a key after a day or more. An intent that was created long after its payment id may be the second one
 * of it, so an earlier one is looked for. By then the search knows it.
 */
async function findEarlier(
  ask: Ask,
  paymentId: string,
  { id, created }: PaymentIntent,
): Promise<PaymentIntent | undefined> {
  // Our payment ids are UUIDs of version 7, which begin with their time.
  const madeAtMs = Number.parseInt(paymentId.replaceAll('-', '').slice(0, 12), 16);
  if (created * 1_000 - madeAtMs < KEYS_KEPT_MS) return undefined;
  return (await searchIntents(ask, paymentId)).find((other) => other.id !== id);
}

async function findIntent(ask: Ask, paymentId: string): Promise<PaymentIntent> {
  const [found] = await searchIntents(ask, paymentId);
  // The search lags behind by up to a minute; the portal asks again.
  if (!found) throw new ProcessorUnavailable("Stripe's search doesn't know the payment yet");
  return found;
}

async function searchIntents(ask: Ask, paymentId: string): Promise<readonly PaymentIntent[]> {
  const query = new URLSearchParams({ query: `metadata['paymentId']:'${paymentId}'`, limit: '10' });
  return (await ask(paymentIntents, { path: `/v1/payment_intents/search?${query.toString()}` })).data;
}

async function cancel(
  ask: Ask,
  { id }: PaymentIntent,
  reason: 'abandoned' | 'duplicate' = 'abandoned',
): Promise<PaymentIntent> {
  return ask(paymentIntent, { path: `/v1/payment_intents/${id}/cancel`, form: { cancellation_reason: reason } });
}

async function refund(ask: Ask, paymentId: string, part?: ChargePart): Promise<void> {
  const { id } = await findIntent(ask, paymentId);
  if (part && (await isRefunded(ask, id, part))) return;
  // Without an amount, Stripe refunds what is left.
  const amount = part && { amount: String(part.amountCents), 'metadata[refundId]': part.refundId };
  const form = { payment_intent: id, ...amount };
  await ask(identified, { path: '/v1/refunds', idempotencyKey: `refund-${part?.refundId ?? paymentId}`, form });
}

/** Stripe forgets a key after a day or more, and would then refund a second part. */
async function isRefunded(ask: Ask, intentId: string, { refundId }: ChargePart): Promise<boolean> {
  const query = new URLSearchParams({ payment_intent: intentId, limit: '100' });
  const { data } = await ask(refunds, { path: `/v1/refunds?${query.toString()}` });
  return data.some(({ metadata }) => metadata?.['refundId'] === refundId);
}

function isInvalid(error: unknown): boolean {
  return error instanceof StripeRefused && ['card_error', 'invalid_request_error'].includes(error.answer.type);
}

function ignoreState(error: unknown): void {
  if (!(error instanceof StripeRefused) || error.answer.type !== 'invalid_request_error') throw error;
}

function answerOf(intent: PaymentIntent): ChargeAnswer {
  const url = intent.next_action?.redirect_to_url?.url;
  return intent.status === 'requires_action' && url !== undefined ? { state: 'confirm', url } : outcomeOf(intent);
}

/** @throws ProcessorUnavailable while Stripe is still working on it */
function outcomeOf(intent: PaymentIntent): ChargeOutcome {
  if (intent.status === 'succeeded') return { state: 'approved', authorization: intent.id };
  if (intent.last_payment_error) return { state: 'declined', reason: declineOf(intent.last_payment_error) };
  throw new ProcessorUnavailable(`The charge is ${intent.status} at Stripe`);
}

const overLimit = ['insufficient_funds', 'card_velocity_exceeded', 'withdrawal_count_limit_exceeded'];
const invalid = [
  'incorrect_number',
  'invalid_number',
  'incorrect_cvc',
  'invalid_cvc',
  'incorrect_zip',
  'invalid_account',
];

function declineOf({
  code,
  decline_code: declineCode,
}: Pick<StripeErrorAnswer, 'code' | 'decline_code'>): ChargeDecline {
  const reasons = [code ?? '', declineCode ?? ''];
  if (reasons.includes('expired_card')) return 'Expired';
  if (reasons.includes('authentication_required')) return 'ConfirmationRequired';
  if (reasons.includes('payment_intent_authentication_failure')) return 'NotConfirmed';
  if (reasons.some((reason) => overLimit.includes(reason))) return 'OverLimit';
  return reasons.some((reason) => invalid.includes(reason)) ? 'InvalidInfo' : 'Declined';
}
