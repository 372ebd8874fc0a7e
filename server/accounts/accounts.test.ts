import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountListItem } from '#common/accounts/accounts.api.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

describe('the account list', () => {
  test('contains every kind of account, loans first', async () => {
    const accounts = await accountsOf('margaret.okafor');
    const types = accounts.map(({ Type }) => Type);
    expect(new Set(types)).toEqual(new Set([0, 9, 1, 3, 5, 7]));
    expect(types.slice(0, 4)).toEqual([0, 0, 0, 0]);
    expect(accounts.find(({ Number }) => Number === '101-007730-5')).toMatchObject({
      Status: 'PastDue',
      LoanPastDue: true,
      LoanDueDate: '2026-11-05',
    });
  });

  test('is empty for a customer without accounts', async () => {
    expect(await accountsOf('pat.empty')).toEqual([]);
  });

  test("does not show other customers' accounts", async () => {
    const accounts = await accountsOf('li.wei');
    expect(accounts.map(({ Number }) => Number)).toEqual(['101-005520-1']);
  });
});

async function accountsOf(loginName: string): Promise<AccountListItem[]> {
  const caller = await testApp.signIn(loginName);
  const response = await caller.call({ method: 'GET', url: '/api/accountList' });
  return response.json<{ Accounts: AccountListItem[] }>().Accounts;
}
