import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { createApp } from '#server/app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp({ environment: { PASSBOOK_DESK: 'on', PASSBOOK_DESK_PORT: '0' } });
});

afterAll(() => test.close());

it('the desk starts beside the portal on a port of its own, and one process counts both', async () => {
  const desk = await createApp(test.services, true);
  try {
    const entry = { url: '/api/desk/entry', headers: { 'passbook-desk': '1' } };
    expect((await test.app.inject(entry)).statusCode).toBe(404);
    expect((await desk.inject(entry)).statusCode).toBe(200);
    await test.app.inject('/healthz');
    for (const app of [test.app, desk]) {
      const { body } = await app.inject('/metrics');
      for (const route of ['/healthz', '/api/desk/entry']) expect(body).toContain(`route="${route}",status="200"`);
      expect(body).toMatch(/^passbook_open_business_days \d/m);
    }
  } finally {
    await desk.close();
  }
});
