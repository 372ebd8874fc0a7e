import { sql } from 'kysely';
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

export interface NewestAuthorization {
  readonly authorizedAt: Temporal.Instant;
  /** The agreement that the customer read, without its list of terms. */
  readonly words: string;
}

/**
 * Returns the authorization that a payment was drawn by: for itself, or before it was made for its recurring payment.
 * Undefined if there is none on this site, as of a recurring payment of a former system, whose agreement has no IP
 * address.
 */
export async function findNewestAuthorization(
  queryable: Queryable,
  paymentId: string,
): Promise<NewestAuthorization | undefined> {
  const { rows } = await sql<NewestAuthorization>`
    select given.at as "authorizedAt", given.words from payments p cross join lateral (
      select authorized_at as at, words from draft_authorizations where authorized = p.payment_id
      union all
      select authorized_at, words from draft_authorizations
      where authorized = p.recurring_id and authorized_at <= p.created_at
      union all
      select agreed_at, split_part(html, '<dl>', 1) from draft_agreements a
      where a.customer_id = p.customer_id and a.recurring_id = p.recurring_id and agreed_at <= p.created_at
        and ip_address <> ''
    ) as given where p.payment_id = ${paymentId}
    order by given.at desc limit 1`.execute(queryable);
  return rows[0];
}
