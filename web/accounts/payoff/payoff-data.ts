import type { Day } from '#common/core/dates.ts';
import { call } from '#web/data/client.ts';

/** The address of the breakdown, good for one opening; nothing when it cannot be had. */
export async function breakdownAddress(accountNumber: string, on: Day): Promise<string | null> {
  const result = await call('POST /api/PaymentInformation/RetrieveDownloadToken', {
    body: { AccountNumber: accountNumber, EffectiveDate: on },
  });
  if (result.kind !== 'answer') return null;
  const query = new URLSearchParams({ downloadToken: result.body });
  return `/api/PaymentInformation/DownloadPayoffQuoteBreakdown?${query.toString()}`;
}
