import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/data/client.ts';
import { bodyOf, CallFailure } from '#web/data/query-client.ts';
import { type ReceiptFacts, receiptFromWire } from './receipt.wire.ts';

/** Reloaded whenever shown, since the payment's state may have changed. */
export const receiptQuery = (referenceNumber: string) =>
  queryOptions({
    queryKey: ['payments', 'receipt', referenceNumber],
    queryFn: async ({ signal }): Promise<ReceiptFacts> => {
      const result = await call('GET /api/Receipt', { query: { ReferenceNumber: referenceNumber }, signal });
      // Bad input: no reference number has this form.
      if (result.kind === 'refused' && result.status === 400) throw new CallFailure({ ...result, codes: ['NotFound'] });
      return receiptFromWire(bodyOf(result));
    },
    staleTime: 0,
  });

export async function receiptAddress(referenceNumber: string): Promise<string | null> {
  const result = await call('GET /api/PassableToken/GetPassableToken', {
    query: { action: 'viewReceipt', object: referenceNumber },
  });
  if (result.kind !== 'answer') return null;
  const query = new URLSearchParams({ ReferenceNumber: referenceNumber, UserToken: result.body.PassableToken });
  return `/api/Receipt/ViewReceipt?${query.toString()}`;
}
