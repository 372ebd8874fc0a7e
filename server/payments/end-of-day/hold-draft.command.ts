import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { type Draft, updateDraft } from './drafts.queries.ts';

/** `by` is the operator, or null if the problem was found while making the file. */
export interface HoldDecision {
  readonly reason: string;
  readonly by: string | null;
}

/** Sets a draft aside until an operator releases it. */
export async function holdDraft(
  services: Pick<Services, 'audit' | 'log'>,
  transaction: Transaction,
  { entryId, paymentId, referenceNumber }: Pick<Draft, 'entryId' | 'paymentId' | 'referenceNumber'>,
  { reason, by }: HoldDecision,
): Promise<void> {
  await updateDraft(transaction, entryId, { state: 'held', heldReason: reason });
  const details = { paymentId, referenceNumber, reason, by };
  await services.audit.record(transaction, { event: 'bank-draft-held', userId: null, details });
  services.log.error({ referenceNumber, reason }, 'set a bank draft aside');
}
