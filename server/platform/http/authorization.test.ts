import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#common/contract/all-apis.ts';
import type { Endpoint } from '#common/contract/contract.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';
import { requestFor as request, withValueAt } from '#tests/builders/well-formed-calls.ts';
import type { ContractKey } from './endpoint.ts';

const calls = (Object.keys(contract) as ContractKey[]).map((key) => ({ key, endpoint: contract[key] as Endpoint }));

let test: TestApp;
let expired: SignedInCaller;
let customer: SignedInCaller;

beforeAll(async () => {
  test = await createTestApp();
  expired = await test.signIn('li.wei');
  test.clock.moveOn({ minutes: 5, seconds: 1 });
  customer = await test.signIn('li.wei');
});

afterAll(() => test.close());

describe('without a session', () => {
  it.each(calls.filter(({ endpoint }) => endpoint.access !== 'public'))('$key is refused', async ({ key }) => {
    const response = await test.app.inject(request(key));
    expect(response.statusCode).toBe(401);
    expect(response.json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: 'Unauthorized' }] });
  });
});

describe('with a session that has expired', () => {
  it.each(calls.filter(({ endpoint }) => endpoint.access !== 'public'))('$key is refused', async ({ key }) => {
    const response = await expired.call(request(key));
    expect(response.statusCode).toBe(401);
  });
});

describe('with a property that the contract does not have', () => {
  it.each(calls.filter(({ endpoint }) => (endpoint.body ?? endpoint.query) && !endpoint.openBody))(
    '$key is refused',
    async ({ key, endpoint }) => {
      const place = endpoint.body ? 'body.IsAdministrator' : 'query.isAdministrator';
      const response = await customer.call(request(key, (row) => withValueAt(row, place, 'true')));
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: 'InvalidInput' }] });
    },
  );
});

describe('with a method the path does not have', () => {
  it.each(calls)('$key is refused', async ({ key }) => {
    const { url } = request(key);
    const response = await customer.call({ method: 'PATCH', url: url as string, payload: {} });
    expect(response.statusCode).toBe(405);
  });
});

describe('with a body that is too large', () => {
  it.each(calls.filter(({ endpoint }) => endpoint.body))('$key is refused', async ({ key, endpoint }) => {
    const padding = 'x'.repeat((endpoint.maxBodyBytes ?? 16 * 1024) + 1);
    const response = await customer.call(request(key, (row) => withValueAt(row, 'body.Padding', padding)));
    expect(response.statusCode).toBe(413);
  });
});

describe('a path', () => {
  it('is matched in any letter case', async () => {
    const response = await customer.call({ method: 'GET', url: '/API/ACCOUNTLIST' });
    expect(response.statusCode).toBe(200);
  });

  it('that does not exist gets an answer without a page', async () => {
    const response = await test.app.inject({ method: 'GET', url: '/api/nowhere' });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: 'NotFound' }] });
  });
});
