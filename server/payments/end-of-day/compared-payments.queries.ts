import { type RawBuilder, sql } from 'kysely';
import type { Cents } from '#common/core/money.ts';
import type { PaymentType } from '#common/payments/rules/payment-types.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import type { PaymentState } from '../payment-tables.ts';

/** Payment ids are UUIDs; a processor may report anything. */
const PAYMENT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A payment with the amounts of its books, draft and charge. */
export interface ComparedPayment {
  readonly paymentId: string;
  readonly referenceNumber: string;
  readonly state: PaymentState;
  readonly method: PaymentType;
  readonly totalCents: Cents;
  /** The part that went back to the card. */
  readonly refundedCents: Cents;
  /** The amount of its bank draft, if any. */
  readonly entryCents: Cents | null;
  /** Whether it reached its state since the last comparison, so its amounts belong to this day. */
  readonly counts: boolean;
  readonly changedAt: Temporal.Instant;
}

/** Overlaps the last comparison, so nothing is missed between two. */
export interface ComparedSpan {
  readonly since: Temporal.Instant;
  readonly last: Temporal.Instant;
  readonly through: Temporal.Instant;
}

/** A page in the order of change, so that each reads only its own part of the index. */
export function listChangedPayments(
  queryable: Queryable,
  span: ComparedSpan,
  { after, limit }: { readonly after: ComparedPayment | undefined; readonly limit: number },
): Promise<ComparedPayment[]> {
  const following = after
    ? sql`(state_since, payment_id) > (${after.changedAt.toString()}::timestamptz, ${after.paymentId}::uuid)`
    : sql`state_since > ${span.since.toString()}::timestamptz`;
  return select(
    queryable,
    sql`state_since > ${span.last.toString()}::timestamptz`,
    sql`${following} and state_since <= ${span.through.toString()}::timestamptz
      order by state_since, payment_id limit ${limit}`,
  );
}

/** Returns the submission time of the first card payment that changed within a span; undefined if none did. */
export async function findFirstCardSubmission(
  queryable: Queryable,
  { since, through }: Pick<ComparedSpan, 'since' | 'through'>,
): Promise<Temporal.Instant | undefined> {
  const { rows } = await sql<{ firstAt: Temporal.Instant | null }>`
    select min(recorded_at) as "firstAt"
    from payments join payment_events using (payment_id)
    where method_type = 'Card' and to_state = 'submitting'
      and state_since > ${since.toString()}::timestamptz and state_since <= ${through.toString()}::timestamptz
    `.execute(queryable);
  return rows[0]?.firstAt ?? undefined;
}

/** Ignores ids that aren't ours. */
export function listPaymentsById(queryable: Queryable, paymentIds: readonly string[]): Promise<ComparedPayment[]> {
  const ids = paymentIds.filter((id) => PAYMENT_ID.test(id));
  return select(queryable, sql`false`, sql`payment_id = any(${ids}::uuid[])`);
}

async function select(
  queryable: Queryable,
  counts: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): Promise<ComparedPayment[]> {
  const { rows } = await sql<ComparedPayment>`
    select payment_id as "paymentId", reference_number as "referenceNumber", state, method_type as "method",
      amount_cents + additional_principal_cents + first_party_fee_cents + third_party_fee_cents as "totalCents",
      refunded_cents as "refundedCents",
      (select e.amount_cents from ach_entries e where e.payment_id = payments.payment_id) as "entryCents",
      ${counts} as counts, state_since as "changedAt"
    from payments where ${where}`.execute(queryable);
  return rows;
}
