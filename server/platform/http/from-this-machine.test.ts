import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { createMetrics } from '#server/platform/metrics.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ empty: true });
});

afterAll(() => testApp.close());

describe.each(['/dev/outbox', '/metrics'])('%s', (url) => {
  it('is available to callers on this machine', async () => {
    const { statusCode } = await testApp.app.inject({ url });
    expect(statusCode).toBe(200);
  });

  it.each([
    ['another machine', { remoteAddress: '192.0.2.7' }],
    ['another machine through a proxy on this one', { headers: { 'x-forwarded-for': '192.0.2.7' } }],
  ])('is hidden from %s', async (_, caller) => {
    const { statusCode } = await testApp.app.inject({ url, ...caller });
    expect(statusCode).toBe(404);
  });
});

describe('/metrics in production', () => {
  it.each([
    ['not there without a token', null, undefined, 404],
    ['not there for a caller who sends another', 'a-token-of-the-collector', 'Bearer some-other-token-instead', 404],
    [
      'there for a caller who sends it, from anywhere',
      'a-token-of-the-collector',
      'Bearer a-token-of-the-collector',
      200,
    ],
  ])('is %s', async (_, metricsToken, authorization, expected) => {
    const config = { ...testApp.services.config, mode: 'production' as const, metricsToken };
    const app = await createApp({ ...testApp.services, config, metrics: createMetrics() });
    const headers = authorization === undefined ? {} : { authorization };
    const { statusCode } = await app.inject({ url: '/metrics', headers, remoteAddress: '192.0.2.7' });
    expect(statusCode).toBe(expected);
    await app.close();
  });
});
