import { queryOptions } from '@tanstack/react-query';
import { accountFromWire } from '#common/accounts/accounts.wire.ts';
import { call } from './client.ts';
import { bodyOf, queryClient } from './query-client.ts';

/** The customer's accounts, cached until something changes them (M 7). */
export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: async ({ signal }) => bodyOf(await call('GET /api/accountList', { signal })).Accounts.map(accountFromWire),
});

export const loginHistoryQuery = queryOptions({
  queryKey: ['loginHistory'],
  queryFn: async ({ signal }) =>
    bodyOf(await call('GET /api/Profile/LoginHistory', { signal })).map(({ LoginDate, IPAddress }) => ({
      at: LoginDate,
      ipAddress: IPAddress,
    })),
});

/** Whether the institution offers loan applications. */
export const applyForLoanQuery = queryOptions({
  queryKey: ['applyForLoan'],
  queryFn: async ({ signal }) => bodyOf(await call('GET /api/ApplyForLoan/ShowApplyForLoan', { signal })).Value,
});

/** Loads the accounts before a screen opens; the screen itself shows a failure. */
export async function preloadAccounts(): Promise<void> {
  await queryClient.prefetchQuery(accountsQuery);
}

/** For use after a payment, which changes balances and amounts due. */
export async function refreshAccounts(): Promise<void> {
  await queryClient.invalidateQueries(accountsQuery);
}

export async function refreshAfterPayment(): Promise<void> {
  await Promise.all([refreshAccounts(), queryClient.invalidateQueries({ queryKey: ['payments'] })]);
}
