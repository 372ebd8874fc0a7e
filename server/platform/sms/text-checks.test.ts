import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { runConformance } from '#server/platform/cli/conformance.ts';
import { createHttpTextMessages } from './http-text-messages.ts';
import { startTextSandbox, type TextSandbox } from './sandbox/text-sandbox.ts';
import { textChecks } from './text-checks.ts';

const KEY = 'key-of-the-gateway';

let folder: string;
let sandbox: TextSandbox;
let proxy: Server | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'passbook-texts-'));
  sandbox = await startTextSandbox({ port: 0, storeFile: path.join(folder, 'texts.sqlite') });
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

async function resultsAt(url: string, phones: { readonly phone: string | null; readonly landline: string | null }) {
  return runConformance(textChecks, { url, apiKey: KEY, timeoutMs: 5_000, ...phones });
}

const both = { phone: '5550104477', landline: '5550100000' };

interface Call {
  readonly method: string;
  readonly key: string | undefined;
  readonly status: number;
  readonly body: string;
}

/** The sandbox behind a key, with its answers changed. */
async function serve(change: (call: Call) => Pick<Call, 'status' | 'body'>): Promise<string> {
  proxy = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', headers } = request;
      const sent = await text(request);
      const answer = await fetch(`${sandbox.url}${request.url}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: sent === '' ? null : sent,
      });
      const call = { method, key: headers.authorization, status: answer.status, body: await answer.text() };
      const { status, body } = change(call);
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    })();
  });
  await new Promise<void>((resolve) => void proxy?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

const withKey = (call: Call) => (call.key === `Bearer ${KEY}` ? call : { status: 401, body: '{}' });

it('the sandbox behind a key meets every requirement', async () => {
  const results = await resultsAt(await serve(withKey), both);
  expect(results.filter(({ problem, unchecked }) => problem !== null || unchecked !== null)).toEqual([]);
});

it('without phones, nothing is sent or changed, and what needs them is not checked', async () => {
  const methods = new Set<string>();
  const url = await serve((call) => {
    methods.add(call.method);
    return withKey(call);
  });
  const results = await resultsAt(url, { phone: null, landline: null });
  expect(results.map(({ problem, unchecked }) => [problem, unchecked !== null])).toEqual([
    [null, false],
    [null, false],
    [null, true],
    [null, true],
    [null, true],
    [null, true],
  ]);
  expect(methods).toEqual(new Set(['GET']));
});

it.each<[string, RegExp, (call: Call) => Pick<Call, 'status' | 'body'>]>([
  ['answers strangers', /without a key/, (call) => call],
  [
    'lists no brand',
    /no brand is listed/,
    (call) => ({ ...withKey(call), ...(call.method === 'GET' ? { body: '{"subscriptions":[]}' } : {}) }),
  ],
  [
    'says it changed what it left',
    /does not read as it was made|was answered with accountSet true/,
    (call) =>
      call.method === 'PUT'
        ? {
            status: 200,
            body: '{"outcomes":[{"brandingId":"1","marketingSet":null,"accountSet":true}]}',
          }
        : withKey(call),
  ],
  ['takes no text', /answered 500/, (call) => (call.method === 'POST' ? { status: 500, body: '{}' } : withKey(call))],
  [
    'answers a landline with 404',
    /of a landline must answer 422/,
    (call) => (call.status === 422 ? { status: 404, body: '{}' } : withKey(call)),
  ],
])('a gateway that %s is told so', async (_, problem, change) => {
  const results = await resultsAt(await serve(change), both);
  expect(results.map((each) => each.problem ?? '').join('\n')).toMatch(problem);
});

it.each([
  [400, 'refused', true],
  [401, 'refused', true],
  [429, 'not sent now', false],
  [503, 'not sent now', false],
] as const)('a text that the gateway answers with %i is %s', async (status, _, isRefusal) => {
  const provider = createHttpTextMessages(await serve(() => ({ status, body: '{}' })), {
    timeoutMs: 5_000,
    apiKey: KEY,
  });
  const message = { messageId: 'code-1', to: both.phone, body: '123456' };
  await expect(provider.send(message)).rejects.toMatchObject({ name: 'TextProviderUnavailable', isRefusal });
});
