import { sql } from 'kysely';
import type { Cents } from '#common/core/money.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';

export interface Dispute {
  readonly disputeId: string;
  readonly paymentId: string;
  readonly state: 'opened' | 'won' | 'lost';
  readonly amountCents: Cents;
  /** In the processor's words. */
  readonly reason: string;
  /** ISO 8601; null if there is nothing to answer. */
  readonly respondBy: string | null;
}

/** Returns false if it was reported before, or decided already: reports may arrive twice and in the wrong order. */
export async function saveDispute(
  transaction: Transaction,
  { disputeId, paymentId, state, amountCents, reason, respondBy }: Dispute,
  at: Temporal.Instant,
): Promise<boolean> {
  const { rows } = await sql`
    insert into card_disputes (dispute_id, payment_id, state, amount_cents, reason, respond_by, reported_at)
    values (${disputeId}, ${paymentId}, ${state}, ${amountCents}, ${reason}, ${respondBy}, ${at.toString()})
    on conflict (dispute_id) do update set state = excluded.state, reported_at = excluded.reported_at
      where card_disputes.state = 'opened' and excluded.state <> 'opened'
    returning dispute_id`.execute(transaction);
  return rows.length === 1;
}

/** Returns whether the card's bank still decides about a payment. */
export async function hasOpenDispute(queryable: Queryable, paymentId: string): Promise<boolean> {
  const { rows } = await sql`
    select from card_disputes where payment_id = ${paymentId} and state = 'opened' limit 1`.execute(queryable);
  return rows.length > 0;
}

export interface ListedDispute {
  readonly disputeId: string;
  readonly state: Dispute['state'];
  readonly referenceNumber: string;
  readonly accountNumber: string;
  readonly amountCents: Cents;
  readonly reason: string;
  readonly respondBy: Date | string | null;
}

/** Open ones first, then by the day to respond. */
export async function listDisputes(queryable: Queryable, limit: number): Promise<readonly ListedDispute[]> {
  const { rows } = await sql<ListedDispute>`
    select dispute_id as "disputeId", d.state, reference_number as "referenceNumber",
      account_number as "accountNumber", d.amount_cents as "amountCents", reason, respond_by as "respondBy"
    from card_disputes d join payments using (payment_id)
    order by d.state <> 'opened', respond_by, reported_at desc limit ${limit}`.execute(queryable);
  return rows;
}
