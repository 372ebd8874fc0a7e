import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import type { PaymentTables } from '#server/payments/payment-tables.ts';

export interface DraftAuthorization {
  readonly words: string;
  /** Null for the amount due. */
  readonly totalCents: Cents | null;
  readonly payOn: Day;
  readonly lastFour: string;
  readonly authorizedAt: Temporal.Instant;
  readonly ipAddress: string;
}

/** Of payments or recurring payments, oldest first. */
export async function listDraftAuthorizations(
  queryable: Queryable,
  authorized: readonly string[],
): Promise<DraftAuthorization[]> {
  const rows = await queryable
    .withTables<PaymentTables>()
    .selectFrom('draft_authorizations')
    .selectAll()
    .where('authorized', 'in', authorized)
    .orderBy('authorization_id')
    .execute();
  return rows.map((row) => ({
    words: row.words,
    totalCents: row.total_cents,
    payOn: row.pay_on,
    lastFour: row.last_four,
    authorizedAt: row.authorized_at,
    ipAddress: row.ip_address,
  }));
}
