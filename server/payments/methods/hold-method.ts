import { indexBankAccount } from '#server/payments/settlement/bank-drafts.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import { holdSavedAccount } from './payment-methods.queries.ts';
import type { ResolvedMethod } from './submission-method.ts';

/**
 * Keeps a saved bank account as it was resolved until the transaction ends, for a payment that draws on it later. Returns
 * false if it was removed or its bank has replaced its numbers. Other methods don't change.
 */
export async function holdMethod(
  services: Services,
  transaction: Transaction,
  { userId }: Pick<Session, 'userId'>,
  { submitted, source }: ResolvedMethod,
): Promise<boolean> {
  if (source.kind !== 'bankAccount' || !('saved' in submitted)) return true;
  const { profileId } = submitted.saved;
  return holdSavedAccount(transaction, userId, { profileId, accountIndex: indexBankAccount(services, source.numbers) });
}
