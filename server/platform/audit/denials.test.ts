import { afterAll, beforeAll, expect, it } from 'vitest';
import { getUser } from '#tests/builders/password-links.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});

afterAll(() => test.close());

it("access to another customer's account is recorded with the caller, as samples", async () => {
  const sam = await test.signIn('sam.rivera');
  const { userId } = await getUser(test, 'sam.rivera');
  const ask = () => sam.call({ method: 'GET', url: '/api/AccountDetails?accountNumber=999-999999-9' });
  for (let count = 0; count < 12; count += 1) expect((await ask()).statusCode).toBe(404);
  const denial = { call: 'GET /api/AccountDetails', status: 404, ipAddress: '127.0.0.1' };
  expect(await denialsOf('GET /api/AccountDetails')).toEqual([
    { userId, ...denial, count: 1 },
    { userId, ...denial, count: 10 },
  ]);
  test.clock.moveOn({ minutes: 10, seconds: 1 });
  const again = await test.signIn('sam.rivera');
  await again.call({ method: 'GET', url: '/api/AccountDetails?accountNumber=999-999999-9' });
  expect(await denialsOf('GET /api/AccountDetails')).toHaveLength(3);
});

it('so are unauthenticated callers and too many requests, but not granted access', async () => {
  await test.app.inject({ method: 'GET', url: '/api/accountList' });
  expect(await denialsOf('GET /api/accountList')).toMatchObject([{ userId: null, status: 401, count: 1 }]);
  const report = {
    method: 'POST',
    url: '/api/ClientError',
    payload: { Message: 'x', Stack: '', UserAgent: '' },
  } as const;
  for (let count = 0; count < 11; count += 1) await test.app.inject(report);
  expect(await denialsOf('POST /api/ClientError')).toMatchObject([{ status: 429, count: 1 }]);
});

async function denialsOf(call: string) {
  const rows = await test.services.database
    .selectFrom('audit_log')
    .select(['user_id', 'details'])
    .where('event', '=', 'access-denied')
    .orderBy('audit_id')
    .execute();
  const denials = rows.map(({ user_id: userId, details }) => ({ userId, ...details }));
  return denials.filter((denial) => 'call' in denial && denial.call === call);
}
