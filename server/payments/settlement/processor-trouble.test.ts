import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REFERENCE_HEADER } from '#common/contract/reference-header.ts';
import { createApp } from '#server/app.ts';
import { createHttpBankAccountCheck, createHttpCardProcessor } from '#server/payments-network/http-network.ts';
import { createLog } from '#server/platform/log.ts';
import { createMetrics } from '#server/platform/metrics.ts';
import { watchService } from '#server/platform/watch-service.ts';
import { achBody } from '#tests/builders/payment-calls.ts';
import { serviceAt } from '#tests/builders/network.ts';
import { createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';
import { settlePayments } from './settle-payments.command.ts';

let scene: PaymentScene;

beforeAll(async () => {
  scene = await createPaymentScene();
});

afterAll(() => scene.testApp.close());

const token = { token: 'tok_1', brand: 'visa', lastFour: '4242', fingerprint: 'f1' };

describe('a card processor whose answers cannot be used', () => {
  test.each([
    ['is silent about the outcome', 200, { outcome: 'approved' }],
    ['fails', 500, {}],
  ])('that %s leaves a line in the log with the reference the customer sees', async (_what, status, answer) => {
    const charged: unknown[] = [];
    const server = createServer((request, response) => {
      const isCard = request.url === '/cards';
      if (!isCard) request.on('data', (chunk: Buffer) => charged.push(JSON.parse(chunk.toString())));
      response.writeHead(isCard ? 200 : status).end(JSON.stringify(isCard ? token : answer));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const portal = await portalWith({ cards: url });
      const response = await portal.submitCard();
      const reference = response.headers[REFERENCE_HEADER];
      expect(response.json()).toMatchObject({ HasNoErrors: false, Errors: [{ ErrorMessage: 'Generic' }] });
      expect(reference).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
      expect(portal.lines()).toContainEqual(
        expect.objectContaining({ service: 'cards', operation: 'charge', reference, paymentId: expect.any(String) }),
      );
      expect(charged).toContainEqual(
        expect.objectContaining({ loanNumber: scene.loan, descriptor: 'FIRST HARBOR LENDING' }),
      );
      expect(await portal.metrics()).toContain('service="cards",operation="charge",outcome="failed"} 1');
    } finally {
      server.closeAllConnections();
      server.close();
      await settleWithSandbox();
    }
  });
});

describe('a card processor that is down', () => {
  test("doesn't stop bank payments, because the account check has an address of its own", async () => {
    const portal = await portalWith({ cards: 'http://127.0.0.1:9' });
    const checked = await portal.checkBankAccount();
    expect(checked.json()).toMatchObject({ HasNoErrors: true });
    expect(checked.headers[REFERENCE_HEADER]).toBeUndefined();
    const paid = await portal.submitCard();
    expect(paid.json()).toMatchObject({ Errors: [{ ErrorMessage: 'Connection' }] });
    expect(paid.headers[REFERENCE_HEADER]).toBeDefined();
  });

  test("and a bank account check that is down doesn't stop card payments", async () => {
    const portal = await portalWith({ bankAccountCheck: 'http://127.0.0.1:9' });
    expect((await portal.submitCard()).json()).toMatchObject({ HasNoErrors: true });
    const checked = await portal.checkBankAccount();
    expect(checked.json()).toMatchObject({ HasNoErrors: false });
    const reference = checked.headers[REFERENCE_HEADER];
    expect(portal.lines()).toContainEqual(expect.objectContaining({ service: 'bankAccountCheck', reference }));
  });
});

async function portalWith(addresses: { readonly cards?: string; readonly bankAccountCheck?: string }) {
  const { services, sandboxUrl } = scene.testApp;
  const written: string[] = [];
  const lines = new PassThrough().on('data', (line: Buffer) => written.push(line.toString()));
  const log = createLog('error', lines);
  const metrics = createMetrics();
  const watcher = { log, metrics };
  const cards = createHttpCardProcessor(serviceAt(addresses.cards ?? sandboxUrl));
  const bankAccountCheck = createHttpBankAccountCheck(serviceAt(addresses.bankAccountCheck ?? sandboxUrl));
  const app = await createApp({
    ...services,
    log,
    metrics,
    cardProcessor: watchService('cards', cards, watcher),
    bankAccountCheck: watchService('bankAccountCheck', bankAccountCheck, watcher),
  });
  const call = (method: 'POST', url: string, payload: object) =>
    app.inject({ method, url, payload, headers: { ...scene.caller.headers, 'idempotency-key': crypto.randomUUID() } });
  return {
    lines: () => written.map((line) => JSON.parse(line) as object),
    metrics: () => metrics.registry.metrics(),
    submitCard: async () => call('POST', '/api/PaymentImmediate/SubmitCard', await scene.cardSubmission(31)),
    checkBankAccount: () => call('POST', '/api/PaymentMethod/ValidateAchPaymentMethod', achBody(scene.loan)),
  };
}

/** An unknown payment blocks the loan for the next test. */
async function settleWithSandbox(): Promise<void> {
  const { services } = scene.testApp;
  await sql`update payments set leased_until = now() where leased_until is not null`.execute(services.database);
  await settlePayments(services, new AbortController().signal);
}
