import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addressUnder } from '#server/platform/address-under.ts';
import { runConformance } from '#server/platform/cli/conformance.ts';
import { createClock } from '#server/platform/clock.ts';
import { findFreePort } from '#tests/support/free-port.ts';
import { RestartableProcess } from '#tests/support/restartable-process.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { hostChecks } from './host-checks.ts';
import { createHttpHost } from './http-host.ts';
import { type HostServer, serveHost } from './serve-host.ts';
import { signRequest, signatureHeaders } from './signature.ts';

const key = new Uint8Array(32).map((_, index) => index);
const clock = createClock('America/New_York');

let app: TestApp;
let books: HostServer;
let template: RestartableProcess;
let templateUrl: string;
let proxy: Server | undefined;

beforeAll(async () => {
  app = await createTestApp();
  const { host, log } = app.services;
  books = await serveHost(host, { key, port: 0, bindAddress: '127.0.0.1', log });
  const port = await findFreePort();
  templateUrl = `http://127.0.0.1:${port}`;
  template = new RestartableProcess({
    name: 'core',
    script: 'docs/host-template/server.mjs',
    environment: { PORT: String(port), PASSBOOK_HOST_KEY: Buffer.from(key).toString('base64') },
    readyWhen: /Core at port/,
  });
  await template.start();
});

afterEach(() => {
  proxy?.closeAllConnections();
  proxy?.close();
  proxy = undefined;
});

afterAll(async () => {
  await template.kill();
  await books.close();
  await app.close();
});

const loanOfLi = { customerId: '400102', loanNumber: '101-005520-1' };
const loanOfAda = { customerId: '700001', loanNumber: '101-700001-1' };

test('our books and the template meet every requirement', { timeout: 60_000 }, async () => {
  expect(await failuresAt(books.url, loanOfLi)).toEqual([]);
  expect(await failuresAt(templateUrl, loanOfAda)).toEqual([]);
});

type Change = (name: string, answer: unknown, input: Record<string, unknown>) => unknown;

/** Cores that are right except for one thing. */
const broken: readonly (readonly [string, RegExp, Change])[] = [
  [
    'shows accounts to others',
    /looks like one that does not exist/,
    (name, answer) => (name === 'ownsAccount' ? true : answer),
  ],
  [
    'leaves a hidden loan out for staff',
    /hid is not found for customers, but for staff.*does not list a hidden loan/,
    (name, answer) =>
      name === 'listAccounts' ? (answer as { hidden: boolean }[]).filter(({ hidden }) => !hidden) : answer,
  ],
  [
    'lists a hidden loan for customers',
    /hid is not found for customers.*without seesHidden/,
    (name, answer, input) => (name === 'listAccounts' && !input['seesHidden'] ? listedBefore(answer) : answer),
  ],
  [
    'adds up wrongly',
    /figures of the loan add up/,
    (name, answer) => (name === 'findLoan' && answer ? { ...answer, payoffCents: 1 } : answer),
  ],
  [
    'adds interest to a charged-off loan',
    /charged-off loan has nothing due.*grows with the days/,
    (name, answer) =>
      name === 'findLoan' && answer
        ? { ...answer, chargedOff: { on: '2026-01-02', amountCents: 100 }, dueOn: null, totalDueCents: 0 }
        : answer,
  ],
  [
    'applies a payment differently than it said',
    /projected effect/,
    (name, answer) =>
      name === 'projectPayment'
        ? { ...(answer as object), allocation: { feesCents: 9, interestCents: 0, principalCents: 91 } }
        : answer,
  ],
  [
    'gives every copy of a payment its own transfer',
    /posted once/,
    (name, answer) => (name === 'postPayment' ? { ...(answer as object), transferId: crypto.randomUUID() } : answer),
  ],
  [
    'repeats the first page of history',
    /pages without overlap/,
    (name, answer, input) => (name === 'listHistory' ? pageOne(answer, input) : answer),
  ],
];

test.each(broken)('a core that %s fails the check of it', { timeout: 60_000 }, async (_what, requirement, change) => {
  const failures = await failuresAt(await serveChanged(change), loanOfAda);
  expect(failures).toContainEqual(expect.stringMatching(requirement));
});

test('a core that signs nothing off fails the check of signatures', async () => {
  proxy = createServer((_request, response) => response.end('{}'));
  const failures = await failuresAt(await listen(proxy), loanOfAda);
  expect(failures).toContainEqual(expect.stringMatching(/signed with the key/));
});

let mostAccounts: readonly unknown[] = [];
function listedBefore(answer: unknown): unknown {
  if ((answer as unknown[]).length > mostAccounts.length) mostAccounts = answer as unknown[];
  return mostAccounts;
}

let firstPage: unknown;
function pageOne(answer: unknown, { page }: Record<string, unknown>): unknown {
  if ((page as { before: string | null }).before === null) firstPage = answer;
  return firstPage;
}

async function failuresAt(url: string, account: typeof loanOfAda): Promise<string[]> {
  const settings = { url, key, timeoutMs: 10_000 };
  const results = await runConformance(hostChecks, { settings, host: createHttpHost(settings), clock, ...account });
  expect(results).toHaveLength(hostChecks.length);
  return results.flatMap(({ requirement, problem }) => (problem === null ? [] : [`${requirement}: ${problem}`]));
}

/** Passes everything on to the template, signed again, and changes its answers. */
function serveChanged(change: Change): Promise<string> {
  proxy = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const path = request.url ?? '';
      const answered = await fetch(addressUnder(templateUrl, path), {
        method: 'POST',
        body,
        headers: signedHeaders(path, body),
      });
      const { answer, ...rest } = (await answered.json()) as { readonly answer?: unknown };
      const changed = answered.ok
        ? change(path.replace('/v1/', ''), answer, JSON.parse(body) as Record<string, unknown>)
        : answer;
      response.writeHead(answered.status).end(JSON.stringify({ ...rest, answer: changed }));
    })();
  });
  return listen(proxy);
}

function signedHeaders(path: string, body: string): Record<string, string> {
  const [time, nonce] = [clock.now().epochMilliseconds, crypto.randomUUID()];
  const signature = signRequest(key, { method: 'POST', path, body, time, nonce });
  return {
    [signatureHeaders.time]: String(time),
    [signatureHeaders.nonce]: nonce,
    [signatureHeaders.signature]: signature,
  };
}

async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
