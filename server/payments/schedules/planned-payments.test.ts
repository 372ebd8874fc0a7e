import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountPlansItem } from '#common/payments/planned-payments.api.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

async function plansOf(loginName: string): Promise<AccountPlansItem[]> {
  const caller = await testApp.signIn(loginName);
  const response = await caller.call({ method: 'GET', url: '/api/PaymentInformation/GetPlannedPayments' });
  expect(response.statusCode).toBe(200);
  return response.json<{ Accounts: AccountPlansItem[] }>().Accounts;
}

describe('planned payments', () => {
  test('name the recurring payments of every loan of the customer', async () => {
    const plans = await plansOf('sam.rivera');
    expect(plans.map(({ Number }) => Number).toSorted()).toEqual(['101-006106-4', '101-006107-2']);
    const monthly = plans.find(({ Number }) => Number === '101-006107-2');
    expect(monthly?.Autopay[0]).toMatchObject({
      IsCard: true,
      LastFour: '4444',
      CardGoodThrough: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      Total: expect.any(Number),
    });
    expect(monthly?.Scheduled).toEqual([]);
  });

  test('name what is scheduled', async () => {
    const [plan, ...others] = await plansOf('margaret.okafor');
    expect(others).toEqual([]);
    expect(plan?.Autopay).toEqual([]);
    expect(plan?.Scheduled).toHaveLength(1);
  });

  test('of someone else stay unseen', async () => {
    expect(await plansOf('li.wei')).toEqual([]);
  });
});
