import type { FastifyInstance } from 'fastify';
import { createApp } from '#server/app.ts';
import type { AuditLog } from '#server/platform/audit/audit-log.ts';
import { createMetrics } from '#server/platform/metrics.ts';
import { type Payer, preparePayer } from '#tests/builders/prepare-payer.ts';
import { makeCrowd } from '#tests/faults/crowd.ts';
import type { PostgresServer } from '#tests/support/postgres.ts';
import { type Figure, median } from './figure.ts';
import { paymentsPerSecond } from './payments-per-second.ts';
import { settle } from './settle.ts';
import { withServices } from './with-services.ts';

const PARALLEL = [1, 10, 50] as const;
const ROUNDS = 3;
const SECONDS = 3;

/**
 * Measures the cost of the audit log's chains, each of which serializes its writers from their entry to their commit:
 * payments per second with and without them.
 */
export function measureAuditChain(postgres: PostgresServer): Promise<Figure[]> {
  return withServices(postgres, 'passbook_bench_audit', async (services) => {
    const chained = await createApp(services);
    const unchained = await createApp({
      ...services,
      audit: { ...services.audit, ...withoutChain },
      metrics: createMetrics(),
    });
    const crowd = await makeCrowd(Math.max(...PARALLEL), services);
    const payers = await Promise.all(crowd.map((borrower) => preparePayer(chained, borrower)));
    await paymentsPerSecond(chained, payers, SECONDS);
    await settle(services.config.databaseUrl ?? '');
    const figures: Figure[] = [];
    for (const parallel of PARALLEL) {
      figures.push(await compare(chained, unchained, payers.slice(0, parallel)));
    }
    return figures;
  });
}

/** Writes the same row without reading the previous one. */
const withoutChain: Pick<AuditLog, 'record'> = {
  async record(transaction, event) {
    const head = new Uint8Array(32);
    await transaction
      .insertInto('audit_log')
      .values({
        recorded_at: '2026-01-01T00:00:00Z',
        user_id: event.userId,
        event: event.event,
        details: JSON.stringify(event.details),
        lane: 0,
        key_id: null,
        previous_head: head,
        head,
      })
      .execute();
  },
};

async function compare(chained: FastifyInstance, unchained: FastifyInstance, payers: readonly Payer[]) {
  const withChain: number[] = [];
  const without: number[] = [];
  await paymentsPerSecond(chained, payers, 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    without.push(await paymentsPerSecond(unchained, payers, SECONDS));
    withChain.push(await paymentsPerSecond(chained, payers, SECONDS));
  }
  const ratio = median(withChain) / median(without);
  return {
    what: `Payments by bank account, ${payers.length} at once, with the chains of the audit log`,
    measured: `${ratio.toFixed(2)} (${median(withChain).toFixed(0)} a second)`,
    bar: '≥ 0.90',
    met: ratio >= 0.9,
    against: `the same without the chains in the same run: ${median(without).toFixed(0)} a second`,
  };
}
