import { payableAccounts } from '#common/payments/rules/payable-accounts.ts';
import { accountsQuery, preloadAccounts } from '#web/data/queries.ts';
import { queryClient } from '#web/data/query-client.ts';
import { plannedPaymentsQuery } from './schedules/planned-payments-data.ts';
import { loadedSettings } from '#web/institution/settings.ts';
import { loanInfoQuery, paymentSettingsOf, savedMethodsQuery } from './payments-data.ts';

/**
 * Loads the payment screen's data (P 2): accounts, and for the account in the address, or the only one, the first
 * step's data. Amounts are reloaded on every visit. The screen itself shows failures.
 */
export async function preloadPayment(accountNumber: string | undefined): Promise<void> {
  if (accountNumber !== undefined) {
    await Promise.all([preloadAccounts(), preloadLoan(accountNumber)]);
    return;
  }
  await preloadAccounts();
  const accounts = queryClient.getQueryData(accountsQuery.queryKey);
  const settings = loadedSettings();
  if (!accounts || !settings) return;
  const [only, ...others] = payableAccounts(accounts, paymentSettingsOf(settings));
  if (only && others.length === 0) await preloadLoan(only.number);
}

async function preloadLoan(accountNumber: string): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery({ ...loanInfoQuery(accountNumber), staleTime: 0 }),
    queryClient.prefetchQuery(savedMethodsQuery(accountNumber)),
    queryClient.prefetchQuery({ ...plannedPaymentsQuery(accountNumber), staleTime: 0 }),
  ]);
}
