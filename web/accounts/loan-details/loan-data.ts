import { queryOptions } from '@tanstack/react-query';
import { loanDetailsFromWire } from '#common/accounts/account-details.wire.ts';
import { loanStoryFromWire } from '#common/accounts/loan-story.wire.ts';
import type { LoanDetails } from '#common/accounts/rules/loan-details.ts';
import { call } from '#web/data/client.ts';
import { preloadAccounts } from '#web/data/queries.ts';
import { preloadPlannedPaymentParts } from '#web/payments/schedules/planned-payment-parts.ts';
import { plannedPaymentsQuery } from '#web/payments/schedules/planned-payments-data.ts';
import { bodyOf, queryClient } from '#web/data/query-client.ts';

/** Reloaded on every visit, since amounts depend on the time. */
export const loanDetailsQuery = (accountNumber: string) =>
  queryOptions({
    queryKey: ['accounts', 'details', accountNumber],
    queryFn: async ({ signal }): Promise<LoanDetails> =>
      loanDetailsFromWire(bodyOf(await call('GET /api/AccountDetails', { query: { accountNumber }, signal }))),
  });

export const loanStoryQuery = (accountNumber: string) =>
  queryOptions({
    queryKey: ['accounts', 'story', accountNumber],
    queryFn: async ({ signal }) =>
      loanStoryFromWire(
        bodyOf(await call('GET /api/AccountDetails/GetLoanStory', { query: { accountNumber }, signal })),
      ),
    // A payment may have been made since the last visit.
    staleTime: 0,
  });

/** Loads the screen's data. Returns whether the loan can be shown. */
export async function preloadLoanDetails(accountNumber: string): Promise<boolean> {
  const details = queryClient.fetchQuery({ ...loanDetailsQuery(accountNumber), staleTime: 0 });
  // Loaded before the screen shows, so nothing shifts.
  const plannedPayments = queryClient.prefetchQuery({ ...plannedPaymentsQuery(accountNumber), staleTime: 0 });
  const planned = plannedPaymentsQuery(accountNumber).queryKey;
  const parts = plannedPayments.then(() => preloadPlannedPaymentParts(queryClient.getQueryData(planned)));
  await Promise.all([parts, preloadAccounts()]);
  return details.then(
    () => true,
    () => false,
  );
}
