import { afterAll, beforeAll } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import type { Host } from '#server/host/host.ts';
import type { PaymentPosting } from '#server/host/host-payments.ts';
import { createHttpHost } from '#server/host/http/http-host.ts';
import { type HostServer, serveHost } from '#server/host/http/serve-host.ts';
import { createTestApp, type TestApp } from './test-app.ts';

export const hostKey = new Uint8Array(32).fill(7);

/** The day and time of the scene. */
export const today = day('2026-11-21');
export const at = Temporal.Instant.from('2026-11-21T15:00:00Z');

/** A loan of the demonstration, its owner, and a customer who isn't there. */
export const [LOAN, OWNER] = ['101-005520-1', '400102'] as const;
export const stranger = '999999';

export const wholeHistory = { since: null, limit: 1_000, before: null };

/** The books, and a server of them, for the tests of a file, which run every requirement against both. */
export function startBothHosts() {
  let app: TestApp;
  let server: HostServer;
  let paymentNumber = 0;

  beforeAll(async () => {
    app = await createTestApp();
    const { host, log } = app.services;
    server = await serveHost(host, { key: hostKey, port: 0, bindAddress: '127.0.0.1', log });
  });

  afterAll(async () => {
    await server.close();
    await app.close();
  });

  const httpHost = () => createHttpHost({ url: server.url, key: hostKey, timeoutMs: 10_000 });
  const hosts: readonly (readonly [string, () => Host])[] = [
    ['the books', () => app.services.host],
    ['a host over HTTP', httpHost],
  ];

  return {
    hosts,
    httpHost,
    get app() {
      return app;
    },
    get server() {
      return server;
    },
    /** A payment that no test has posted yet. */
    posting(changes: Partial<PaymentPosting> = {}): PaymentPosting {
      paymentNumber += 1;
      return {
        paymentId: `contract-${paymentNumber}`,
        accountNumber: LOAN,
        effectiveOn: today,
        postedAt: at,
        amountCents: cents(1_000 + paymentNumber),
        additionalPrincipalCents: ZERO,
        processingFeeCents: cents(200),
        method: 'ACH',
        ...changes,
      };
    },
  };
}
