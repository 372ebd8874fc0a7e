import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApplicationItem } from '#common/accounts/application-list.api.ts';
import { sql } from 'kysely';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';

let testApp: TestApp;
let margaret: SignedInCaller;
let li: SignedInCaller;

beforeAll(async () => {
  testApp = await createTestApp();
  margaret = await testApp.signIn('margaret.okafor');
  li = await testApp.signIn('li.wei');
});

afterAll(() => testApp.close());

describe('the applications of a customer', () => {
  test('are listed newest first', async () => {
    const applications = await listOf(margaret);
    expect(applications.map(({ ApplicationNumber }) => ApplicationNumber)).toEqual([
      'A-502114',
      'A-501877',
      'A-498120',
    ]);
    expect(applications[1]).toEqual({
      ApplicationNumber: 'A-501877',
      Status: 'Approved',
      AmountRequested: 12_000,
      AmountApproved: 10_500,
      LastModified: '2026-11-18T15:00:00Z',
      Office: 'Portland',
      FundsExpected: '2026-11-27T00:00:00',
    });
    expect(applications[0]?.FundsExpected).toBe('0001-01-01T00:00:00');
  });

  test('go back a limited number of days', async () => {
    expect(await listOf(margaret, 21)).toHaveLength(2);
    expect(await listOf(margaret, 22)).toHaveLength(3);
  });

  test('may be empty', async () => {
    expect(await listOf(li)).toEqual([]);
  });
});

describe('one application', () => {
  test('matches the list', async () => {
    const [, approved] = await listOf(margaret);
    expect((await applicationOf(margaret, 'A-501877')).json()).toEqual(approved);
  });

  test.each(['A-501877', 'A-000000'])('%s is hidden from other customers', async (number) => {
    const response = await applicationOf(li, number);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: 'NotFound' }] });
  });
});

describe('the notice of a new application', () => {
  test('is given once', async () => {
    expect(await noticeOf(li)).toBeNull();
    const answers = await Promise.all([noticeOf(margaret), noticeOf(margaret)]);
    expect(answers.filter((notice) => notice !== null)).toEqual([{ ApplicationNumber: 'A-502114', Url: '' }]);
    expect(await noticeOf(margaret)).toBeNull();
  });
});

describe('applying', () => {
  test('submits an application and stores the input sealed', async () => {
    const answer = await apply(li, { AmountRequested: 4_250.5, Ssn: '900125520', Purpose: { Kind: 'car' } });
    expect(answer).toEqual({ HasNoErrors: true, Errors: [] });
    expect(await listOf(li)).toMatchObject([{ Status: 'Received', AmountRequested: 4_250.5, AmountApproved: null }]);
    const { rows } = await sql<{ kept: string }>`
      select encode(details_sealed, 'escape') as kept from applications where customer_id = '400102'`.execute(
      testApp.services.database,
    );
    expect(rows[0]?.kept).not.toContain('900125520');
  });

  test.each([
    ['without an amount', {}],
    ['with an amount in words', { AmountRequested: 'much' }],
    ['with parts of a cent', { AmountRequested: 0.001 }],
    ['for zero', { AmountRequested: 0 }],
    ['for a negative amount', { AmountRequested: -5 }],
  ])('accepts %s as no amount', async (_name, body) => {
    const caller = await testApp.signIn('sam.rivera');
    await apply(caller, body);
    const [newest] = await listOf(caller);
    expect(newest?.AmountRequested).toBeNull();
  });

  test('accepts only an object', async () => {
    const response = await li.call({ method: 'POST', url: '/api/Register/Apply', payload: [1, 2] });
    expect(response.statusCode).toBe(400);
  });

  test('is limited per day', async () => {
    const caller = await testApp.signIn('acme.supply');
    for (let count = 0; count < 20; count += 1) await apply(caller, {});
    expect(await apply(caller, {})).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: 'TooManyRequests' }] });
  });
});

async function listOf(caller: SignedInCaller, days = 30): Promise<ApplicationItem[]> {
  const response = await caller.call({ method: 'GET', url: `/api/Application/GetList?numDaysToRetrieve=${days}` });
  return response.json<{ Applications: ApplicationItem[] }>().Applications;
}

function applicationOf(caller: SignedInCaller, number: string) {
  return caller.call({
    method: 'GET',
    url: `/api/Application?numDaysToRetrieve=30&applicationNumber=${number}`,
  });
}

async function noticeOf(caller: SignedInCaller): Promise<unknown> {
  const response = await caller.call({ method: 'GET', url: '/api/Application/GetNewApplicationNotice' });
  return response.json<{ Value: unknown }>().Value;
}

async function apply(caller: SignedInCaller, payload: object): Promise<unknown> {
  return (await caller.call({ method: 'POST', url: '/api/Register/Apply', payload })).json();
}
