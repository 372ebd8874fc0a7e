import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { serveOpenApi, warnOfProxy } from './app.ts';

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

it('warns once about a proxy that is not configured', async () => {
  const lines: string[] = [];
  const app = fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } });
  warnOfProxy(app);
  await app.inject('/');
  expect(lines).toEqual([]);
  for (const client of ['203.0.113.7', '203.0.113.8']) {
    await app.inject({ url: '/', headers: { 'x-forwarded-for': client }, remoteAddress: '10.0.0.2' });
  }
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/"proxy":"10\.0\.0\.2".*PASSBOOK_TRUSTED_PROXY is none/);
});
