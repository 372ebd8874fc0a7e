import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/** Prometheus figures of one process. */
export interface Metrics {
  readonly registry: Registry;
  readonly payments: Counter<'method' | 'state'>;
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
  return { registry, payments };
}

/**
 * Times every request by its route (never its address, which may hold account
 * numbers) and serves the figures to this machine only.
 */
export function serveMetrics(app: FastifyInstance, metrics: Metrics): void {
  const duration = new Histogram({
    name: 'passbook_http_request_duration_seconds',
    help: 'Duration of requests by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [metrics.registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    duration.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1_000);
  });
  app.get('/metrics', async (request, reply) => {
    const local = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '');
    if (!local || request.headers['x-forwarded-for']) return reply.status(404).send();
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}
