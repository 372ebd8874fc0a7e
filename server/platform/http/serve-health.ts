import type { FastifyInstance } from 'fastify';
import { answersQueries } from '#server/platform/db/health.queries.ts';
import type { Services } from '#server/services.ts';

/** A load balancer that asks every second must not wait for a stuck database. */
const READY_WITHIN_MS = 800;

/** `/healthz`: the process is alive. `/readyz`: it can serve requests. */
export function serveHealth(app: FastifyInstance, services: Services): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await answersQueries(services.database, READY_WITHIN_MS);
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'database unreachable' });
  });
}
