import type { FastifyInstance } from 'fastify';
import { answersQueries } from '#server/platform/db/health.queries.ts';
import type { Services } from '#server/services.ts';

/** `/healthz`: the process lives. `/readyz`: it can serve, so a balancer may send it work. */
export function serveHealth(app: FastifyInstance, services: Services): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await answersQueries(services.database);
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'database unreachable' });
  });
}
