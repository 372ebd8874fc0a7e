import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';

let testApp: TestApp;
let li: SignedInCaller;

beforeAll(async () => {
  testApp = await createTestApp();
  li = await testApp.signIn('li.wei');
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(() => testApp.close());

describe('an invalid address', () => {
  it.each([
    '//api/login/userlogin',
    '/institution/../x',
    '/institution/%00',
    '/institution/.hidden',
    '/institution/..%2f..%2fpackage.json',
    '/assets/',
    '/assets/../..',
    '/assets/%00',
    '/%00',
    '/%',
    '/api/%',
    `/api/${'x'.repeat(9_000)}`,
  ])('%.60s is refused with our own headers', async (path) => {
    const { status, headers } = await get(path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(headers).toHaveProperty('content-security-policy');
  });

  it.each(['/API/MaintenanceMode', '/%61pi/MaintenanceMode'])(
    '%s is still a call, which is never cached',
    async (path) => {
      const { status, headers } = await get(path);
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
    },
  );
});

describe('a body with thousands of levels', () => {
  it.each([`${'{"a":'.repeat(2_500)}1${'}'.repeat(2_500)}`, `{"a":${'['.repeat(8_000)}${']'.repeat(8_000)}}`])(
    'is refused: %.10s…',
    async (payload) => {
      const headers = { 'content-type': 'application/json' };
      const response = await li.call({ method: 'POST', url: '/api/Register/Apply', payload, headers });
      expect(response.statusCode).toBe(400);
    },
  );
});

/** Sends the path unchanged; `fetch` would normalize it. */
function get(path: string): Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }> {
  const { port } = testApp.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
    })
      .on('error', reject)
      .end();
  });
}
