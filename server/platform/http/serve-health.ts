import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/platform/db/database.ts';
import { answersQueries } from '#server/platform/db/query-time-limit.ts';

/** A load balancer polling every second must not wait for a stuck database. */
const READY_WITHIN_MS = 800;

/** `/healthz`: the process is alive. `/readyz`: it can reach its database. */
export function serveHealth(app: FastifyInstance, database: Database): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await answersQueries(database, READY_WITHIN_MS);
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'database unreachable' });
  });
}
