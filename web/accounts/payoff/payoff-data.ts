import type { Day } from '#common/core/dates.ts';
import { call } from '#web/data/client.ts';

/** Returns the breakdown's one-time address; null if it fails. */
export async function breakdownAddress(accountNumber: string, on: Day): Promise<string | null> {
  const result = await call('POST /api/PaymentInformation/RetrieveDownloadToken', {
    body: { AccountNumber: accountNumber, EffectiveDate: on },
  });
  if (result.kind !== 'answer') return null;
  const query = new URLSearchParams({ downloadToken: result.body });
  return `/api/PaymentInformation/DownloadPayoffQuoteBreakdown?${query.toString()}`;
}
