import { payableAccounts } from '#common/payments/rules/payable-accounts.ts';
import { accountsQuery, preloadAccounts } from '#web/data/queries.ts';
import { queryClient } from '#web/data/query-client.ts';
import { plannedPaymentsQuery } from './schedules/planned-payments-data.ts';
import { loadedSettings } from '#web/institution/settings.ts';
import { feeRequest, planPayment } from './payment-plan.ts';
import { loanInfoQuery, paymentSettingsOf, savedMethodsQuery, thirdPartyFeeQuery } from './payments-data.ts';
import type { ProposedPayment } from './proposed-payment.ts';

/**
 * Loads the payment screen's data (P 2): accounts, and for the account in the address, or the only one, the first
 * step's data. Amounts are reloaded on every visit. The screen itself shows failures.
 */
export async function preloadPayment(accountNumber: string | undefined, proposed?: ProposedPayment): Promise<void> {
  if (accountNumber !== undefined) {
    await Promise.all([preloadAccounts(), preloadLoan(accountNumber, proposed)]);
    return;
  }
  await preloadAccounts();
  const accounts = queryClient.getQueryData(accountsQuery.queryKey);
  const settings = loadedSettings();
  if (!accounts || !settings) return;
  const [only, ...others] = payableAccounts(accounts, paymentSettingsOf(settings));
  if (only && others.length === 0) await preloadLoan(only.number);
}

async function preloadLoan(accountNumber: string, proposed?: ProposedPayment): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery({ ...loanInfoQuery(accountNumber), staleTime: 0 }),
    queryClient.prefetchQuery(savedMethodsQuery(accountNumber)),
    queryClient.prefetchQuery({ ...plannedPaymentsQuery(accountNumber), staleTime: 0 }),
  ]);
  await preloadFee(accountNumber, proposed);
}

/** With the processor's fee for the defaults, the screen opens at the review without showing earlier steps first. */
async function preloadFee(accountNumber: string, proposed: ProposedPayment | undefined): Promise<void> {
  const options = loadedSettings();
  const loan = queryClient.getQueryData(loanInfoQuery(accountNumber).queryKey);
  const savedMethods = queryClient.getQueryData(savedMethodsQuery(accountNumber).queryKey);
  if (!options || !loan || !savedMethods) return;
  const settings = paymentSettingsOf(options);
  const plan = planPayment({}, { terms: loan.terms, savedMethods, settings, quote: null, proposed });
  const request = feeRequest(plan, accountNumber);
  // Without one the screen opens at the choice of method.
  if (request) await queryClient.prefetchQuery(thirdPartyFeeQuery(request));
  else await import('./method/MethodStep.tsx');
}
