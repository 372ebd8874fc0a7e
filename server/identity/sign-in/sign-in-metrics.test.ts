import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ empty: true });
});

afterAll(() => testApp.close());

test('the operator sees refused sign-ins, counted by their code', async () => {
  const payload = { username: 'nobody.here', password: 'wrong password here' };
  await testApp.app.inject({ method: 'POST', url: '/api/login/userlogin', payload });
  const { body } = await testApp.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  expect(body).toContain('passbook_sign_ins_total{result="Invalid"} 1');
});
