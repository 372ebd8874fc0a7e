import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { serveOpenApi } from './app.ts';

it('describes every call with its access and input', async () => {
  const app = fastify();
  serveOpenApi(app, { mode: 'development' });
  const response = await app.inject('/api/openapi.json');
  const { openapi, paths } = response.json<{
    openapi: string;
    paths: Record<string, Record<string, { security: unknown; parameters: unknown }>>;
  }>();
  expect(openapi).toBe('3.1.0');
  const { security, parameters } = paths['/api/AccountDetails']?.['get'] ?? {};
  expect(security).toEqual([{ session: [], userToken: [] }]);
  expect(parameters).toMatchObject([{ name: 'accountNumber', in: 'query', required: true }]);
});

it('the API description is not served in production', async () => {
  const app = fastify();
  serveOpenApi(app, { mode: 'production' });
  expect((await app.inject('/api/openapi.json')).statusCode).toBe(404);
});
