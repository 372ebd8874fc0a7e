import type { Queryable } from '#server/platform/db/database.ts';
import { findKindOfKey, findPaymentByKey, type Payment } from '#server/payments/payments.queries.ts';
import { findRecurringByKey, type Recurring } from '#server/payments/schedules/recurring-payments.queries.ts';

/** The result of an earlier submission with the same key. */
export type KnownSubmission =
  | { readonly kind: 'payment'; readonly payment: Payment }
  | { readonly kind: 'recurring'; readonly recurring: Recurring };

export async function findSubmissionByKey(
  queryable: Queryable,
  userId: number,
  keyHash: Uint8Array,
): Promise<KnownSubmission | undefined> {
  // Almost always a new key, so one look in both tables comes first.
  const kind = await findKindOfKey(queryable, userId, keyHash);
  if (kind === undefined) return undefined;
  const payment = kind === 'payment' ? await findPaymentByKey(queryable, userId, keyHash) : undefined;
  if (payment) return { kind: 'payment', payment };
  const recurring = await findRecurringByKey(queryable, userId, keyHash);
  return recurring && { kind: 'recurring', recurring };
}
