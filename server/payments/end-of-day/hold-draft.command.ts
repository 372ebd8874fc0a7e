import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { type Draft, updateDraft } from './drafts.queries.ts';

/** Why a draft is set aside; `by` is the operator, or null when it was found unfit while its file was made. */
export interface HoldDecision {
  readonly reason: string;
  readonly by: string | null;
}

/** Sets a draft aside: no bank file takes it until an operator releases it. */
export async function holdDraft(
  services: Services,
  transaction: Transaction,
  { entryId, paymentId, referenceNumber }: Pick<Draft, 'entryId' | 'paymentId' | 'referenceNumber'>,
  { reason, by }: HoldDecision,
): Promise<void> {
  await updateDraft(transaction, entryId, { state: 'held', heldReason: reason });
  const details = { paymentId, referenceNumber, reason, by };
  await services.audit.record(transaction, { event: 'bank-draft-held', userId: null, details });
  services.log.error({ referenceNumber, reason }, 'a bank draft was set aside');
}
