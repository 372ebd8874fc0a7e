import { queryOptions } from '@tanstack/react-query';
import {
  addressFromWire,
  addressToWire,
  alertsFromWire,
  alertsToWire,
  insuranceFromWire,
} from '#common/accounts/account-details.wire.ts';
import type { AccountAlerts } from '#common/accounts/rules/alerts.ts';
import type { LoanDetails } from '#common/accounts/rules/loan-details.ts';
import type { MailingAddress } from '#common/core/mailing-address.ts';
import { call, type CallResult } from '#web/data/client.ts';
import { refreshAccounts } from '#web/data/queries.ts';
import { bodyOf, queryClient } from '#web/data/query-client.ts';
import { loanDetailsQuery } from './loan-data.ts';

export const insuranceQuery = (accountNumber: string) =>
  queryOptions({
    queryKey: ['accounts', 'insurance', accountNumber],
    queryFn: async ({ signal }) =>
      bodyOf(await call('POST /api/Insurance/GetInsuranceInformation', { body: { accountNumber }, signal })).map(
        insuranceFromWire,
      ),
  });

/** Reloads after a change elsewhere. Returns undefined if it fails. */
export async function refreshLoanDetails(accountNumber: string): Promise<LoanDetails | undefined> {
  const fresh = queryClient.fetchQuery({ ...loanDetailsQuery(accountNumber), staleTime: 0 });
  return fresh.catch(() => undefined);
}

export async function saveAddress(
  accountNumber: string,
  address: MailingAddress,
  shown: MailingAddress,
): Promise<CallResult<MailingAddress>> {
  const result = await call('POST /api/Account/UpdateAddress', {
    body: { AccountNumber: accountNumber, Address: addressToWire(address), Before: addressToWire(shown) },
  });
  if (result.kind !== 'answer') return result;
  const kept = addressFromWire(result.body.Address);
  updateDetails(accountNumber, { address: kept });
  return { kind: 'answer', body: kept };
}

export async function saveAlerts(
  accountNumber: string,
  alerts: AccountAlerts,
  shown: AccountAlerts,
): Promise<CallResult<AccountAlerts>> {
  const result = await call('POST /api/AccountAlerts', {
    body: { AccountNumber: accountNumber, ...alertsToWire(alerts), Before: alertsToWire(shown) },
  });
  if (result.kind !== 'answer') return result;
  const kept = alertsFromWire(result.body.Alerts);
  updateDetails(accountNumber, { alerts: kept });
  return { kind: 'answer', body: kept };
}

export async function hideAccount(accountNumber: string, stopPayments: boolean): Promise<CallResult<unknown>> {
  const body = { AccountNumber: accountNumber, StopPayments: stopPayments };
  const result = await call('POST /api/Account/ShowHideAccount', { body });
  if (result.kind === 'answer') await refreshAccounts();
  return result;
}

function updateDetails(accountNumber: string, changed: Partial<LoanDetails>): void {
  queryClient.setQueryData(loanDetailsQuery(accountNumber).queryKey, (before) => before && { ...before, ...changed });
}
