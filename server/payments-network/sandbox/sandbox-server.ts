import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { findCardBrand } from '#common/payments/rules/card-brands.ts';
import { isCardExpired } from '#common/payments/rules/card-life.ts';
import { type Clock, createClock } from '#server/platform/clock.ts';
import type { ChargeDecline } from '../card-processor.ts';
import {
  bankAccountRequest,
  cardRequest,
  chargeRequest,
  paymentIdParams,
  refundRequest,
  reportQuery,
  tokenParams,
} from '../network.wire.ts';
import { startCardPages } from './card-fields.ts';
import { behaviorOf, type CardBehavior, needsConfirmation, UNDRAWABLE_ACCOUNT } from './sandbox-cards.ts';
import { type ChargeRow, type Confirmation, type NewCharge, SandboxStore } from './sandbox-store.queries.ts';

export interface SandboxOptions {
  /** 0 lets the system choose. */
  readonly port: number;
  readonly storeFile: string;
  readonly lateMs?: number;
  /** Decides which cards have expired; by default the machine's time. */
  readonly clock?: Clock;
  /** The port of the pages for card fields and confirmations. Without it, there are none. */
  readonly fieldsPort?: number | undefined;
  /** Requests must send it as a bearer token; by default anyone on this machine may call. */
  readonly key?: string;
}

export interface Sandbox {
  readonly url: string;
  close(): Promise<void>;
}

interface ChargeRequest {
  readonly paymentId: string;
  readonly token: string;
  readonly amountCents: number;
  readonly returnUrl?: string | undefined;
}

const REFUSED = 409;
const UNPROCESSABLE = 422;

/** Starts the sandbox card processor: an HTTP server on this machine only, with its own storage. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const store = new SandboxStore(options.storeFile);
  const stopping = new AbortController();
  const app = Fastify({ bodyLimit: 4_096, forceCloseConnections: true });
  app.setErrorHandler((error, _request, reply) => reply.code(statusOf(error)).send({}));
  const { key } = options;
  if (key !== undefined) {
    app.addHook('onRequest', async (request, reply) => {
      if (request.headers.authorization !== `Bearer ${key}`) return reply.code(401).send({});
      return undefined;
    });
  }
  const clock = options.clock ?? createClock('America/New_York');
  const { fieldsPort } = options;
  const pages = fieldsPort === undefined ? undefined : await startCardPages(store, { port: fieldsPort, clock });
  addVault(app, store, pages?.url);
  addCharges(app, store, {
    clock,
    lateMs: options.lateMs ?? 15_000,
    stopping: stopping.signal,
    pagesUrl: pages?.url,
  });
  addBankAccountCheck(app);
  addReport(app, store);
  const url = await app.listen({ host: '127.0.0.1', port: options.port });
  return {
    url,
    async close() {
      stopping.abort();
      await pages?.close();
      await app.close();
      store.close();
    },
  };
}

/** Error bodies are empty, so no card data is echoed. */
function statusOf(error: unknown): number {
  if (error instanceof Error && error.name === 'ZodError') return 400;
  const status = (error as { statusCode?: number }).statusCode;
  return status && status >= 400 && status < 500 ? status : 500;
}

function addVault(app: FastifyInstance, store: SandboxStore, pagesUrl: string | undefined): void {
  app.post('/cards', (request, reply) => {
    const card = cardRequest.parse(request.body);
    const brand = findCardBrand(card.cardNumber);
    const behavior = behaviorOf(card.cardNumber, card.securityCode);
    if (!brand || behavior === 'refusedByVault') return reply.code(UNPROCESSABLE).send({});
    const added = store.addCard(card.cardNumber, brand, { behavior, expiration: card.expiration });
    const { returnUrl } = card;
    if (behavior !== 'confirmStored' || returnUrl === undefined || pagesUrl === undefined) return reply.send(added);
    const secret = store.confirmCard(added.token, returnUrl);
    return reply.send({ ...added, confirmUrl: `${pagesUrl}/confirm-card/${secret}` });
  });

  app.get('/cards/:token', (request, reply) => {
    const { token } = tokenParams.parse(request.params);
    const found = store.describeCard(token);
    return found ? reply.send(found) : reply.code(404).send({});
  });
}

interface ChargeSettings {
  readonly clock: Clock;
  readonly lateMs: number;
  readonly stopping: AbortSignal;
  readonly pagesUrl: string | undefined;
}

function addCharges(app: FastifyInstance, store: SandboxStore, settings: ChargeSettings): void {
  app.post('/charges', async (request, reply) => {
    const charge = chargeRequest.parse(request.body);
    const before = store.findCharge(charge.paymentId);
    if (before) return answerCharge(reply, before, charge);
    const waiting = store.findConfirmation('payment_id', charge.paymentId);
    if (waiting) return answerConfirmation(reply, waiting, charge, settings);
    const card = store.findCard(charge.token);
    if (!card) return reply.code(UNPROCESSABLE).send({});
    const behavior = isCardExpired(card.expiration, settings.clock.today()) ? 'Expired' : card.behavior;
    if (behavior === 'silent') return neverAnswer(reply);
    const { returnUrl } = charge;
    if (needsConfirmation(behavior) && returnUrl !== undefined && settings.pagesUrl !== undefined) {
      return answerConfirmation(reply, store.confirmOnce({ ...charge, returnUrl }), charge, settings);
    }
    if (behavior === 'chargesLate') await late(settings);
    const row = store.chargeOnce(toNewCharge(charge, behavior));
    if (behavior === 'silentAfterCharging') return neverAnswer(reply);
    if (behavior === 'answersLate') await late(settings);
    return answerCharge(reply, row, charge);
  });

  app.post('/charges/:paymentId/settle', (request, reply) => {
    const { paymentId } = paymentIdParams.parse(request.params);
    const row = store.chargeOnce({ paymentId, token: null, amountCents: 0, state: 'absent', reason: null });
    return reply.send(toOutcome(row));
  });

  app.post('/charges/:paymentId/refund', (request, reply) => {
    const { paymentId } = paymentIdParams.parse(request.params);
    const part = refundRequest.parse(request.body ?? {});
    const refunded =
      'refundId' in part
        ? store.refundPartOnce(paymentId, part.refundId, part.amountCents)
        : store.refundOnce(paymentId);
    return reply.code(refunded ? 200 : REFUSED).send({});
  });
}

/** Stores nothing. */
function addBankAccountCheck(app: FastifyInstance): void {
  app.post('/bank-accounts/check', (request, reply) => {
    const { accountNumber } = bankAccountRequest.parse(request.body);
    return reply.send({ drawable: accountNumber !== UNDRAWABLE_ACCOUNT });
  });
}

function addReport(app: FastifyInstance, store: SandboxStore): void {
  app.get('/charges', (request, reply) => {
    const { after, limit } = reportQuery.parse(request.query);
    const charges = store.listCharges(after, limit).map((charge) => ({
      sequence: charge.sequence,
      paymentId: charge.paymentId,
      amountCents: charge.amountCents,
      state: charge.state,
      refunded: charge.refunded,
      refundedCents: charge.refundedCents,
    }));
    return reply.send({ charges });
  });
}

function isDecline(behavior: CardBehavior): behavior is ChargeDecline {
  return (
    behavior === 'Declined' ||
    behavior === 'OverLimit' ||
    behavior === 'InvalidInfo' ||
    behavior === 'Expired' ||
    behavior.startsWith('Generic - ')
  );
}

function toNewCharge({ paymentId, token, amountCents }: ChargeRequest, behavior: CardBehavior): NewCharge {
  const charge = { paymentId, token, amountCents };
  if (needsConfirmation(behavior)) return { ...charge, state: 'declined', reason: 'ConfirmationRequired' };
  return isDecline(behavior)
    ? { ...charge, state: 'declined', reason: behavior }
    : { ...charge, state: 'approved', reason: null };
}

function answerConfirmation(
  reply: FastifyReply,
  { secret, amountCents, token }: Confirmation,
  charge: ChargeRequest,
  { pagesUrl }: ChargeSettings,
): FastifyReply {
  const isSame = amountCents === charge.amountCents && token === charge.token;
  return isSame ? reply.send({ state: 'confirm', url: `${pagesUrl}/confirm/${secret}` }) : reply.code(REFUSED).send({});
}

/** Refuses a settled id, and an id that was used for another charge. */
function answerCharge(reply: FastifyReply, row: ChargeRow, charge: ChargeRequest): FastifyReply {
  const isSame = row.amountCents === charge.amountCents && row.token === charge.token;
  if (row.state === 'absent' || !isSame) return reply.code(REFUSED).send({});
  return reply.send(toOutcome(row));
}

function toOutcome(row: ChargeRow): object {
  if (row.state === 'approved') return { state: row.state, authorization: row.authorization };
  return row.state === 'declined' ? { state: row.state, reason: row.reason } : { state: row.state };
}

function neverAnswer(reply: FastifyReply): FastifyReply {
  return reply.hijack();
}

async function late(settings: ChargeSettings): Promise<void> {
  await sleep(settings.lateMs, undefined, { signal: settings.stopping });
}
