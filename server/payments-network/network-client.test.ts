import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { cents } from '#common/core/money.ts';
import { serviceAt } from '#tests/builders/network.ts';
import { makeCertificate } from '#tests/builders/certificate.ts';
import { createNetworkClient } from './network-client.ts';
import { createHttpCardProcessor } from './http-network.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const approved = { state: 'approved', authorization: 'A1' };
const anyAnswer = z.object({ state: z.string() });

test('a path in the address is kept, and the key and the payment id are sent', async () => {
  const seen: IncomingMessage[] = [];
  const url = await serve(approved, seen);
  const processor = createHttpCardProcessor(serviceAt(`${url}/v1`, 10_000, 'secret-key'));
  await processor.settle('payment-1');
  await processor.refund('payment-1');
  expect(seen.map((request) => request.url)).toEqual(['/v1/charges/payment-1/settle', '/v1/charges/payment-1/refund']);
  expect(seen[0]?.headers.authorization).toBe('Bearer secret-key');
  expect(seen[1]?.headers['idempotency-key']).toBe('refund-payment-1');
});

test('an answer may have more fields than we know', async () => {
  const url = await serve({ ...approved, network: 'visa', risk: { score: 3 } });
  const processor = createHttpCardProcessor(serviceAt(url));
  expect(await processor.settle('payment-1')).toEqual(approved);
});

test('an answer without a field we need says which one', async () => {
  const processor = createHttpCardProcessor(serviceAt(await serve({ token: 'tok', brand: 'visa', lastFour: '4242' })));
  const card = {
    cardNumber: '4242424242424242',
    securityCode: '739',
    expiration: '12/28',
    firstName: 'A',
    lastName: 'B',
    zipCode: '04101',
  };
  await expect(processor.tokenize(card)).rejects.toThrow(
    'The answer to /cards is not understood: fingerprint is missing',
  );
});

test.each([
  [
    'a reason of its own is named beside those we know',
    { state: 'declined', reason: 'do_not_honor' },
    'reason is "do_not_honor" (allowed: Declined, OverLimit, InvalidInfo, Expired, ConfirmationRequired, NotConfirmed, Generic - …)',
  ],
  [
    'a state of its own is named beside those we know',
    { state: 'pending' },
    'state is "pending" (allowed: approved, declined, confirm)',
  ],
  [
    'whatever could be a name or a number is not repeated',
    { state: 'declined', reason: 'Card 4242424242424242 of Ana Silva' },
    'reason (allowed: Declined',
  ],
])('%s', async (_what, answer, problem) => {
  const processor = createHttpCardProcessor(serviceAt(await serve(answer)));
  const charge = {
    paymentId: 'payment-1',
    token: 'tok',
    amountCents: cents(100),
    loanNumber: '1',
    referenceNumber: 'AB',
    descriptor: null,
  };
  await expect(processor.charge(charge)).rejects.toThrow(`The answer to /charges is not understood: ${problem}`);
});

test('a processor that sends without end is cut off', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200);
    const pour = () => {
      while (response.write('x'.repeat(65_536)));
    };
    response.on('drain', pour);
    pour();
  });
  const client = createNetworkClient(serviceAt(await listen(server)));
  await expect(client.ask(anyAnswer, { path: '/charges' })).rejects.toThrow('too long');
});

test('a wrong key is told apart from a processor that is down', async () => {
  const refusing = createServer((_request, response) => response.writeHead(401).end());
  const client = createNetworkClient(serviceAt(await listen(refusing)));
  await expect(client.ask(anyAnswer, { path: '/charges' })).rejects.toThrow('answered 401; check the key');
  const nowhere = createNetworkClient(serviceAt('http://127.0.0.1:9', 500));
  await expect(nowhere.ask(anyAnswer, { path: '/charges' })).rejects.toThrow('No answer from the payments network: ');
});

test('mutual TLS: a processor that wants our certificate gets it, and refuses everyone else', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'passbook-tls-'));
  closing.push(() => rm(folder, { recursive: true }));
  const [theirs, ours] = [await makeCertificate('127.0.0.1'), await makeCertificate('portal')];
  const files = { certificateFile: 'ours.pem', keyFile: 'ours-key.pem', authorityFile: 'theirs.pem' };
  await writeFile(path.join(folder, files.certificateFile), ours.certificate);
  await writeFile(path.join(folder, files.keyFile), ours.key);
  await writeFile(path.join(folder, files.authorityFile), theirs.certificate);
  const server = createTlsServer(
    { cert: theirs.certificate, key: theirs.key, ca: ours.certificate, requestCert: true, rejectUnauthorized: true },
    (_request, response) => response.end(JSON.stringify(approved)),
  );
  const url = (await listen(server)).replace('http:', 'https:');
  const inFolder = (name: string) => path.join(folder, name);
  const tls = {
    certificateFile: inFolder(files.certificateFile),
    keyFile: inFolder(files.keyFile),
    authorityFile: inFolder(files.authorityFile),
  };
  const known = createNetworkClient({ ...serviceAt(url), tls });
  expect(await known.ask(anyAnswer, { path: '/charges' })).toMatchObject({ state: 'approved' });
  const stranger = createNetworkClient({ ...serviceAt(url), tls: { ...tls, certificateFile: null, keyFile: null } });
  await expect(stranger.ask(anyAnswer, { path: '/charges' })).rejects.toThrow('No answer');
});

async function serve(answer: object, seen: IncomingMessage[] = []): Promise<string> {
  const server = createServer((request, response) => {
    seen.push(request);
    response.end(JSON.stringify(answer));
  });
  return listen(server);
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
