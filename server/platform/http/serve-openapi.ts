import type { FastifyInstance } from 'fastify';
import { contract } from '#common/contract/all-apis.ts';
import { describeContract } from '#common/contract/openapi.ts';
import type { Config } from '#server/platform/config.ts';

/** `GET /api/openapi.json` describes the API for those who build against it. Production does not serve it. */
export function serveOpenApi(app: FastifyInstance, { mode }: Pick<Config, 'mode'>): void {
  if (mode === 'production') return;
  app.get('/api/openapi.json', async () => describeContract(contract, '1'));
}
