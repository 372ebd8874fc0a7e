import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { Config } from './config.ts';
import { isFromThisMachine } from './http/from-this-machine.ts';

export interface Metrics {
  readonly registry: Registry;
  readonly payments: Counter<'method' | 'state'>;
  readonly signIns: Counter<'result'>;
  readonly jobRuns: Counter<'job' | 'result'>;
  /** Items, such as a loan, that a job left out because they failed. */
  readonly itemFailures: Counter;
  readonly outsideCalls: Histogram<'service' | 'operation' | 'outcome'>;
  readonly requests: Histogram<'method' | 'route' | 'status'>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const payments = new Counter({
    name: 'passbook_payments_total',
    help: 'Payments by method and the state they reached',
    labelNames: ['method', 'state'] as const,
    registers: [registry],
  });
  const outsideCalls = new Histogram({
    name: 'passbook_outside_call_duration_seconds',
    help: 'Calls of cards, bank account check, core, mail and texts, by outcome: answered, refused or failed',
    labelNames: ['service', 'operation', 'outcome'] as const,
    buckets: [0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30],
    registers: [registry],
  });
  const signIns = new Counter({
    name: 'passbook_sign_ins_total',
    help: 'Sign-ins by username and password: accepted, or the code of the refusal',
    labelNames: ['result'] as const,
    registers: [registry],
  });
  const jobRuns = new Counter({
    name: 'passbook_job_runs_total',
    help: 'Runs of jobs in this process, by result: done or failed',
    labelNames: ['job', 'result'] as const,
    registers: [registry],
  });
  // Without labels, so that it begins at 0 and its first rise is seen.
  const itemFailures = new Counter({
    name: 'passbook_item_failures_total',
    help: 'Items, such as a loan, that a job left out because they failed; the log names them',
    registers: [registry],
  });
  const requests = new Histogram({
    name: 'passbook_http_request_duration_seconds',
    help: 'Duration of requests by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return { registry, payments, signIns, jobRuns, itemFailures, outsideCalls, requests };
}

/**
 * Times every request by route (never by address, which may contain account numbers) and serves the metrics to
 * authorized callers.
 */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, config: Config): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    metrics.requests.observe(labels, reply.elapsedTime / 1_000);
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, config)) return reply.status(404).send();
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

/** Behind a local proxy every caller looks local, so production requires the token. */
function mayReadMetrics(request: FastifyRequest, { metricsToken, mode }: Config): boolean {
  if (metricsToken === null) return mode !== 'production' && isFromThisMachine(request);
  const sent = request.headers.authorization ?? '';
  return timingSafeEqual(digest(sent), digest(`Bearer ${metricsToken}`));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
