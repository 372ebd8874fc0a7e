import { queryOptions } from '@tanstack/react-query';
import { accountFromWire } from '#common/accounts/accounts.wire.ts';
import { call } from './client.ts';
import { bodyOf, queryClient } from './query-client.ts';

/** All accounts of the customer; kept until something changes them (M 7). */
export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: async ({ signal }) => bodyOf(await call('GET /api/accountList', { signal })).Accounts.map(accountFromWire),
});

export const loginHistoryQuery = queryOptions({
  queryKey: ['loginHistory'],
  queryFn: async ({ signal }) => bodyOf(await call('GET /api/Profile/LoginHistory', { signal })),
});

/** Whether there is somewhere to apply for a loan. */
export const applyForLoanQuery = queryOptions({
  queryKey: ['applyForLoan'],
  queryFn: async ({ signal }) => bodyOf(await call('GET /api/ApplyForLoan/ShowApplyForLoan', { signal })).Value,
});

/** Loads the account list before a screen opens; a failure is the screen's to show. */
export async function preloadAccounts(): Promise<void> {
  await queryClient.prefetchQuery(accountsQuery);
}

/** After a payment: balances and amounts due have changed. */
export async function refreshAccounts(): Promise<void> {
  await queryClient.invalidateQueries(accountsQuery);
}

/** After a payment that ended while another screen was open: what it owes and may pay has changed as well. */
export async function refreshAfterPayment(): Promise<void> {
  await Promise.all([refreshAccounts(), queryClient.invalidateQueries({ queryKey: ['payments'] })]);
}
