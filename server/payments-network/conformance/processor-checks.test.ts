import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { runConformance } from '#server/platform/cli/conformance.ts';
import { serviceAt } from '#tests/builders/network.ts';
import { findFreePort } from '#tests/support/free-port.ts';
import { isCheckPaymentId } from '../check-payments.ts';
import { describeProcessor } from '../describe-processor.ts';
import { createHttpCardProcessor } from '../http-network.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-server.ts';
import { processorChecks } from './processor-checks.ts';

const key = 'key-of-the-sandbox';
let folder: string;
let sandbox: Sandbox;
let proxy: Server | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'passbook-conformance-'));
  const fieldsPort = await findFreePort();
  sandbox = await startSandbox({ port: 0, storeFile: path.join(folder, 'cards.sqlite'), key, fieldsPort });
});

afterEach(() => {
  proxy?.closeAllConnections();
  proxy?.close();
  proxy = undefined;
});

afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true });
});

test('the sandbox meets every requirement, and keeps none of the charges', { timeout: 60_000 }, async () => {
  expect(await failuresAt(sandbox.url)).toEqual([]);
  const charges = await createHttpCardProcessor(serviceAt(sandbox.url, 10_000, key)).listCharges(0);
  const approved = charges.filter(({ state }) => state === 'approved');
  expect(approved.length).toBeGreaterThan(3);
  for (const { paymentId, refunded } of approved) {
    expect(isCheckPaymentId(paymentId)).toBe(true);
    expect(refunded, paymentId).toBe(true);
  }
});

interface Exchange {
  readonly request: IncomingMessage;
  readonly body: Record<string, unknown>;
  /** Passes the request on to the sandbox, changed or not. */
  readonly forward: (changes?: {
    readonly body?: object;
    readonly path?: string;
    readonly key?: string;
  }) => Promise<Answer>;
}

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

type Handle = (exchange: Exchange) => Promise<Answer>;

/** Processors that are right except for one thing. */
const broken: readonly (readonly [string, RegExp, Handle])[] = [
  ['answers strangers', /refuses calls without key/, ({ forward }) => forward({ key })],
  [
    'returns the card number',
    /number is not in the answer/,
    async ({ request, body, forward }) => {
      const answer = await forward();
      return request.url === '/cards' ? { ...answer, body: { ...answer.body, number: body['cardNumber'] } } : answer;
    },
  ],
  [
    'has a new fingerprint for every token',
    /same fingerprint/,
    async ({ request, forward }) => {
      const answer = await forward();
      return request.url === '/cards'
        ? { ...answer, body: { ...answer.body, fingerprint: crypto.randomUUID() } }
        : answer;
    },
  ],
  [
    'charges a repeated payment id again',
    /the same request again gets the same answer/,
    ({ request, body, forward }) =>
      request.url === '/charges' && request.method === 'POST'
        ? forward({ body: { ...body, paymentId: crypto.randomUUID() } })
        : forward(),
  ],
  [
    'answers absent without remembering it',
    /tombstone/,
    async ({ request, forward }) => {
      const id = /^\/charges\/(.+)\/settle$/.exec(request.url ?? '')?.[1];
      if (id === undefined) return forward();
      const { body } = await forward({ path: '/charges?after=0&limit=1000' });
      const known = (body['charges'] as readonly { paymentId: string }[]).some(({ paymentId }) => paymentId === id);
      return known ? forward() : { status: 200, body: { state: 'absent' } };
    },
  ],
  [
    'keeps refunds out of the report',
    /refund happens once/,
    async ({ request, forward }) => {
      const answer = await forward();
      if (!request.url?.startsWith('/charges?') || answer.status !== 200) return answer;
      const charges = answer.body['charges'] as readonly object[];
      return { ...answer, body: { charges: charges.map((charge) => ({ ...charge, refunded: false })) } };
    },
  ],
  [
    'refunds nothing',
    /Every charge of this check/,
    ({ request, forward }) =>
      request.url?.endsWith('/refund') === true ? Promise.resolve({ status: 200, body: {} }) : forward(),
  ],
  [
    'says ok to a bank account',
    /drawable true or false/,
    ({ request, forward }) =>
      request.url === '/bank-accounts/check' ? Promise.resolve({ status: 200, body: { ok: 1 } }) : forward(),
  ],
  [
    'can draw on every bank account',
    /doesn't exist is not drawable/,
    ({ request, forward }) =>
      request.url === '/bank-accounts/check' ? Promise.resolve({ status: 200, body: { drawable: true } }) : forward(),
  ],
  [
    'can draw on no bank account',
    /that exists is drawable/,
    ({ request, forward }) =>
      request.url === '/bank-accounts/check' ? Promise.resolve({ status: 200, body: { drawable: false } }) : forward(),
  ],
  [
    'always reports from the beginning',
    /report lists charges in order/,
    ({ request, forward }) => (request.method === 'GET' ? forward({ path: '/charges?after=0' }) : forward()),
  ],
  [
    'wants a confirmation when no customer is there',
    /without a customer/,
    ({ request, body, forward }) =>
      request.url === '/charges' && request.method === 'POST'
        ? forward({ body: { returnUrl: 'https://portal.example/', ...body } })
        : forward(),
  ],
  [
    'has another page for every try',
    /waits with one page/,
    async ({ forward }) => {
      const answer = await forward();
      return answer.body['state'] === 'confirm'
        ? { ...answer, body: { ...answer.body, url: `https://bank.example/${crypto.randomUUID()}` } }
        : answer;
    },
  ],
];

test.each(broken)(
  'a processor that %s fails the check of it',
  { timeout: 60_000 },
  async (_what, requirement, handle) => {
    const failures = await failuresAt(await serve(handle));
    expect(failures).toContainEqual(expect.stringMatching(requirement));
  },
);

test('the OpenAPI file matches the protocol', async () => {
  const file: unknown = JSON.parse(await readFile('docs/card-processor.openapi.json', 'utf8'));
  const fix = 'run: npm run passbook -- processor describe docs/card-processor.openapi.json';
  expect(file, fix).toEqual(JSON.parse(JSON.stringify(describeProcessor())));
});

async function failuresAt(url: string): Promise<string[]> {
  const card = {
    cardNumber: '4242424242424242',
    securityCode: '739',
    expiration: '12/40',
    firstName: 'Pat',
    lastName: 'Check',
    zipCode: '04101',
  };
  const declinedCard = { ...card, cardNumber: '4000000000000002' };
  const results = await runConformance(processorChecks, {
    service: serviceAt(url, 10_000, key),
    card,
    declinedCard,
    confirmedCard: { ...card, cardNumber: '4000000000003220' },
    hasFields: true,
    checksBankAccounts: true,
    bankAccount: { routingNumber: '411001012', accountNumber: '1000200030' },
    missingBankAccount: { routingNumber: '411001012', accountNumber: '4040404040' },
  });
  expect(results).toHaveLength(processorChecks.length);
  return results.flatMap(({ requirement, problem }) => (problem === null ? [] : [requirement]));
}

async function serve(handle: Handle): Promise<string> {
  proxy = createServer((request, response) => {
    void (async () => {
      const sent = await text(request);
      const body = (sent === '' ? {} : JSON.parse(sent)) as Record<string, unknown>;
      const answer = await handle({ request, body, forward: (changes) => forward(request, body, changes) });
      response.writeHead(answer.status).end(JSON.stringify(answer.body));
    })();
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

async function forward(
  request: IncomingMessage,
  body: object,
  changes: Parameters<Exchange['forward']>[0] = {},
): Promise<Answer> {
  const isRead = request.method === 'GET' || changes.path !== undefined;
  const authorization = changes.key === undefined ? request.headers.authorization : `Bearer ${changes.key}`;
  const answered = await fetch(new URL(changes.path ?? request.url ?? '', sandbox.url), {
    method: isRead ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
    body: isRead ? null : JSON.stringify(changes.body ?? body),
  });
  return { status: answered.status, body: (await answered.json()) as Record<string, unknown> };
}
