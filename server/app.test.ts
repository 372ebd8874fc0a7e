import { fastify } from 'fastify';
import { expect, it, vi } from 'vitest';
import { createTestApp } from '#tests/builders/test-app.ts';
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

it.each([
  ['none', false, '10.0.0.2', 1],
  ['another address', '10.0.0.9', '10.0.0.2', 1],
  ['its address', '10.0.0.2', '10.0.0.2', 0],
  ['its network', '10.0.0.0/8', '10.0.0.2', 0],
])(
  'with %s as the trusted proxy, a proxy is warned about as often as it must be',
  async (_, trustProxy, proxy, count) => {
    const lines: string[] = [];
    const logger = { level: 'warn', stream: { write: (line: string) => void lines.push(line) } };
    const app = fastify({ logger, trustProxy });
    warnOfProxy(app);
    await app.inject({ url: '/', remoteAddress: proxy });
    expect(lines).toEqual([]);
    for (const client of ['203.0.113.7', '203.0.113.8']) {
      await app.inject({ url: '/', headers: { 'x-forwarded-for': client }, remoteAddress: proxy });
    }
    expect(lines).toHaveLength(count);
    expect(lines.join()).toMatch(count === 0 ? /^$/ : /"proxy":"10\.0\.0\.2".*PASSBOOK_TRUSTED_PROXY doesn't name/);
  },
);

it('a server that trusts another address than the proxy logs that', async () => {
  const test = await createTestApp({ environment: { PASSBOOK_TRUSTED_PROXY: '10.0.0.9' } });
  const warned = vi.spyOn(test.services.log, 'warn');
  await test.app.inject({ url: '/api/Profile', headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect(warned).toHaveBeenCalledWith({ proxy: '127.0.0.1' }, expect.stringContaining('count as one address'));
  await test.close();
});
