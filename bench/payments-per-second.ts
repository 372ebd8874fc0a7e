import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { IDEMPOTENCY_HEADER } from '#common/contract/idempotency-header.ts';
import type { Payer } from '#tests/builders/prepare-payer.ts';

/** Each pays again as soon as the last payment was answered. */
export async function paymentsPerSecond(
  app: FastifyInstance,
  payers: readonly Payer[],
  seconds: number,
): Promise<number> {
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  const counts = await Promise.all(payers.map((payer) => payUntil(app, payer, until)));
  const payments = counts.reduce((sum, count) => sum + count, 0);
  return payments / ((performance.now() - startedAt) / 1_000);
}

async function payUntil(app: FastifyInstance, { borrower, body }: Payer, until: number): Promise<number> {
  let paid = 0;
  while (performance.now() < until) {
    const headers = { ...borrower.headers, [IDEMPOTENCY_HEADER]: randomUUID() };
    const request = { method: 'POST', url: '/api/PaymentImmediate/SubmitAch', headers, payload: body } as const;
    const response = await app.inject(request);
    if (!response.json<{ HasNoErrors: boolean }>().HasNoErrors) throw new Error(`A payment failed: ${response.body}`);
    paid += 1;
  }
  return paid;
}
