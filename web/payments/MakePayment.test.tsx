import { beforeEach, expect, it } from 'vitest';
import type { AccountSummary } from '#common/accounts/rules/account.ts';
import { autoLoan } from '#tests/builders/account-samples.ts';
import { renderScreen } from '#tests/builders/render-screen.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { accountsQuery } from '#web/data/queries.ts';
import { MakePayment } from './MakePayment.tsx';

beforeEach(() => queryClient.clear());

async function wordsFor(...loans: readonly Partial<AccountSummary>[]): Promise<string> {
  const accounts = loans.map((loan) => ({ ...autoLoan, ...loan }));
  queryClient.setQueryData(accountsQuery.queryKey, accounts);
  return (await renderScreen(<MakePayment />)).page.textContent ?? '';
}

it('says what to do if a hold code keeps every loan from being paid', async () => {
  const words = await wordsFor({ comment: 'BKR' }, { number: '2', comment: 'CLOSED' });
  expect(words).toContain("You can't pay your loans online right now. Call");
});

it('says that there is nothing to pay if every loan is closed', async () => {
  expect(await wordsFor({ comment: 'CLOSED' })).toContain('You have no loans to pay.');
});
