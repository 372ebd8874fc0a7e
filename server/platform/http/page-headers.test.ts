import { afterEach, expect, test } from 'vitest';
import type { Options } from '#common/contract/all-options.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

let testApp: TestApp | undefined;

afterEach(() => testApp?.close());

test('pages run only our own code and connect only to our own server', async () => {
  const policy = await policyWith({});
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("connect-src 'self';");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain('unsafe');
});

test("pages may also connect to the institution's analytics service", async () => {
  const policy = await policyWith({
    'globalOptions.analyticsUrl': 'https://analytics.example/views',
    'globalOptions.analyticsId': 'harbor-1',
  });
  expect(policy).toContain("connect-src 'self' https://analytics.example;");
});

test('answers of calls are never cached, and requests send no referrer', async () => {
  testApp = await createTestApp();
  const { headers } = await testApp.app.inject({ method: 'GET', url: '/api/MaintenanceMode' });
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
});

async function policyWith(options: Partial<Options>): Promise<string> {
  testApp = await createTestApp({ options });
  const { headers } = await testApp.app.inject({ method: 'GET', url: '/healthz' });
  return String(headers['content-security-policy']);
}

test('the start-up configuration is compressed, customer data is not', async () => {
  testApp = await createTestApp();
  const headers = { 'accept-encoding': 'gzip' };
  const options = await testApp.app.inject({ method: 'GET', url: '/api/setup/ApplicationOptions', headers });
  expect(options.headers['content-encoding']).toBe('gzip');
  const caller = await testApp.signIn('margaret.okafor');
  const accounts = await caller.call({ method: 'GET', url: '/api/accountList', headers });
  expect(accounts.headers['content-encoding']).toBeUndefined();
});

test('pages load map images from this machine only where the institution tries that out', async () => {
  expect(await policyWith({ 'locatorOptions.tileUrl': 'http://localhost:4000/{z}/{x}/{y}.png' })).toContain(
    "img-src 'self' data: https: http://localhost:4000;",
  );
});
