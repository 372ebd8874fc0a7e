import { z } from 'zod';
import { cents } from '#common/core/money.ts';
import type { CardBrand } from '#common/payments/rules/payment-types.ts';
import type { OutsideService } from '#server/platform/network-variables.ts';
import {
  type CardDetails,
  type CardProcessor,
  type CardSetup,
  type CardToken,
  type ChargeAnswer,
  type ChargeDecline,
  type ChargeOutcome,
  type ChargeRequest,
  type FoundCard,
  InformationRefused,
  ProcessorUnavailable,
  type ReportedCharge,
} from '../card-processor.ts';
import { askStripe, type StripeErrorAnswer, StripeRefused, type StripeRequest } from './stripe-client.ts';

const PAGE = 100;
/** Charges of one second that the report can tell apart. */
const SEQUENCES_PER_SECOND = 1_000;
const MAX_REPORTED = 1_000;

const identified = z.object({ id: z.string() });

const paymentMethod = z.object({
  id: z.string(),
  card: z.object({ brand: z.string(), last4: z.string(), fingerprint: z.string() }),
});

const beganSetup = z.object({ client_secret: z.string() });

const finishedSetup = z.object({
  status: z.string(),
  customer: z.string().nullable(),
  payment_method: paymentMethod
    .extend({ card: paymentMethod.shape.card.extend({ exp_month: z.int(), exp_year: z.int() }) })
    .nullable(),
});

const paymentIntent = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.int(),
  created: z.int(),
  metadata: z.record(z.string(), z.string()),
  next_action: z.object({ redirect_to_url: z.object({ url: z.string() }).optional() }).nullish(),
  last_payment_error: z.object({ code: z.string().optional(), decline_code: z.string().optional() }).nullish(),
  latest_charge: z.union([z.string(), z.object({ refunded: z.boolean(), disputed: z.boolean() })]).nullish(),
});

type PaymentIntent = z.infer<typeof paymentIntent>;

const paymentIntents = z.object({ data: z.array(paymentIntent), has_more: z.boolean() });

const disputes = z.object({ data: z.array(z.object({ status: z.string(), amount: z.int() })) });

const brands: Readonly<Record<string, CardBrand>> = {
  visa: 'visa',
  mastercard: 'master',
  amex: 'amex',
  discover: 'discover',
};

/** Marks a payment id that was settled before it was charged. Never confirmed, so it never charges. */
const tombstone = { amount: '50', currency: 'usd', 'metadata[tombstone]': 'true' };

/**
 * Charges cards through Stripe's PaymentIntents.
 *
 * A charge is two steps under keys of its payment id: create the intent, then confirm it. Settling sends the creation
 * with other fields under the same key. If the charge was never created, that makes a tombstone and Stripe refuses the
 * charge from then on (at least for 24 hours, longer than any request lives); otherwise Stripe refuses the tombstone,
 * and the intent is looked up and, unless it is confirmed, canceled.
 */
export function createStripeProcessor(service: OutsideService): CardProcessor {
  const ask: Ask = (schema, request) => askStripe(service, schema, request);
  return {
    tokenize: (card) => tokenize(ask, card),
    charge: (request) => charge(ask, request),
    checkConfirmation: (request) => checkConfirmation(ask, request),
    findCard: (setupId) => findCardOf(ask, setupId),
    beginSetup: () => beginSetup(ask),
    settle: (paymentId) => settle(ask, paymentId),
    refund: (paymentId) => refund(ask, paymentId),
    listCharges: (after) => listCharges(ask, after),
    async assertAnswers() {
      await ask(z.object({ object: z.literal('balance') }), { path: '/v1/balance' });
    },
  };
}

type Ask = <Schema extends z.ZodType>(schema: Schema, request: StripeRequest) => Promise<z.output<Schema>>;

type Settled = Awaited<ReturnType<CardProcessor['settle']>>;

async function tokenize(ask: Ask, card: CardDetails): Promise<CardToken> {
  const [month = '', year = ''] = card.expiration.split('/');
  const name = `${card.firstName} ${card.lastName}`;
  try {
    const method = await ask(paymentMethod, {
      path: '/v1/payment_methods',
      form: {
        type: 'card',
        'card[number]': card.cardNumber,
        'card[cvc]': card.securityCode,
        'card[exp_month]': month,
        'card[exp_year]': `20${year}`,
        'billing_details[name]': name,
        'billing_details[address][postal_code]': card.zipCode,
      },
    });
    const brand = brands[method.card.brand];
    if (!brand) throw new InformationRefused(`Cards of ${method.card.brand} are not taken`);
    // A method can be charged again only after it is set up for a customer.
    const customer = await ask(identified, { path: '/v1/customers', form: { name } });
    await ask(identified, {
      path: '/v1/setup_intents',
      form: {
        customer: customer.id,
        payment_method: method.id,
        'payment_method_types[]': 'card',
        usage: 'off_session',
        confirm: 'true',
      },
    });
    const { last4: lastFour, fingerprint } = method.card;
    return { token: `${customer.id}:${method.id}`, brand, lastFour, fingerprint };
  } catch (error) {
    if (error instanceof StripeRefused && error.answer.type === 'card_error') {
      throw new InformationRefused('Stripe refused the card', { status: 402 });
    }
    throw error;
  }
}

/** The browser adds the card, and the customer confirms it there if the bank wants that. */
async function beginSetup(ask: Ask): Promise<CardSetup> {
  const customer = await ask(identified, { path: '/v1/customers', form: { description: 'Passbook' } });
  const setup = await ask(beganSetup, {
    path: '/v1/setup_intents',
    form: { customer: customer.id, 'payment_method_types[]': 'card', usage: 'off_session' },
  });
  return { clientSecret: setup.client_secret };
}

/** Returns the card of a setup that the browser has finished; undefined for any other. */
async function findCardOf(ask: Ask, setupId: string): Promise<FoundCard | undefined> {
  if (!/^seti_\w+$/.test(setupId)) return undefined;
  const path = `/v1/setup_intents/${setupId}?expand[]=payment_method`;
  const setup = await ask(finishedSetup, { path }).catch((error: unknown) => {
    if (error instanceof StripeRefused && error.status === 404) return undefined;
    throw error;
  });
  const method = setup?.payment_method;
  const brand = method && brands[method.card.brand];
  if (!brand || setup?.status !== 'succeeded' || setup.customer === null) return undefined;
  const { last4: lastFour, fingerprint, exp_month: month, exp_year: year } = method.card;
  const expiration = `${String(month).padStart(2, '0')}/${String(year).slice(-2)}`;
  return { token: `${setup.customer}:${method.id}`, brand, lastFour, fingerprint, expiration };
}

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
  try {
    const confirmed = await ask(paymentIntent, {
      path: `/v1/payment_intents/${created.id}/confirm`,
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
    // A repeated key answers as the first time, before it was canceled.
    if (stone.status !== 'canceled') await cancel(ask, stone).catch(ignoreState);
    return { state: 'absent' };
  } catch (error) {
    if (!(error instanceof StripeRefused) || error.answer.type !== 'idempotency_error') throw error;
  }
  const found = await findIntent(ask, paymentId);
  if (found.status === 'succeeded') return outcomeOf(found);
  if (found.status === 'canceled') return { state: 'absent' };
  if (found.last_payment_error) return { state: 'declined', reason: declineOf(found.last_payment_error) };
  const canceled = await cancel(ask, found);
  if (canceled.status !== 'canceled') throw new ProcessorUnavailable(`The charge is ${canceled.status} at Stripe`);
  return { state: 'absent' };
}

async function findIntent(ask: Ask, paymentId: string): Promise<PaymentIntent> {
  const query = new URLSearchParams({ query: `metadata['paymentId']:'${paymentId}'`, limit: '1' });
  const { data } = await ask(paymentIntents, { path: `/v1/payment_intents/search?${query.toString()}` });
  // The search lags behind by up to a minute; the portal asks again.
  if (!data[0]) throw new ProcessorUnavailable("Stripe's search doesn't know the payment yet");
  return data[0];
}

async function cancel(ask: Ask, { id }: PaymentIntent): Promise<PaymentIntent> {
  return ask(paymentIntent, { path: `/v1/payment_intents/${id}/cancel`, form: { cancellation_reason: 'abandoned' } });
}

async function refund(ask: Ask, paymentId: string): Promise<void> {
  const { id } = await findIntent(ask, paymentId);
  const form = { payment_intent: id };
  await ask(identified, { path: '/v1/refunds', idempotencyKey: `refund-${paymentId}`, form });
}

async function listCharges(ask: Ask, after: number): Promise<readonly ReportedCharge[]> {
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

/** Returns the payments whose whole amount was lost to a dispute. Disputed charges are few, so each is asked for. */
async function listLost(ask: Ask, disputed: readonly PaymentIntent[]): Promise<ReadonlySet<string>> {
  const lost = new Set<string>();
  for (const { id, amount, metadata } of disputed) {
    const query = new URLSearchParams({ payment_intent: id, limit: String(PAGE) });
    const { data } = await ask(disputes, { path: `/v1/disputes?${query.toString()}` });
    const isLost = data.some((dispute) => dispute.status === 'lost' && dispute.amount >= amount);
    if (isLost) lost.add(metadata['paymentId'] ?? '');
  }
  return lost;
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

/** Numbers intents by second and, within it, by id. Stripe lists the newest first. */
function report(intents: readonly PaymentIntent[]): ReportedCharge[] {
  const ordered = intents.toSorted((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
  const inSecond = new Map<number, number>();
  return ordered.flatMap(({ created, metadata, amount, status, latest_charge: charge }) => {
    const index = inSecond.get(created) ?? 0;
    inSecond.set(created, index + 1);
    const paymentId = metadata['paymentId'];
    // One that waits for a confirmation has no outcome yet.
    if (paymentId === undefined || status === 'requires_action') return [];
    const state = status === 'succeeded' ? 'approved' : status === 'canceled' ? 'absent' : 'declined';
    const refunded = typeof charge === 'object' && charge !== null && charge.refunded;
    return [
      { sequence: created * SEQUENCES_PER_SECOND + index, paymentId, amountCents: cents(amount), state, refunded },
    ];
  });
}
