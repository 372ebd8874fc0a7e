import { sql } from 'kysely';
import type { Cents } from '#common/core/money.ts';
import type { PaymentTables } from '#server/payments/payment-tables.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';

/** A part of a card payment that went back to the card. */
export interface CardRefund {
  readonly refundId: string;
  readonly paymentId: string;
  readonly amountCents: Cents;
  readonly reason: string;
  readonly refundedBy: string;
  readonly refundedAt: Temporal.Instant;
}

/** The transaction must hold the payment. */
export async function insertCardRefund(transaction: Transaction, refund: CardRefund): Promise<void> {
  const tables = transaction.withTables<PaymentTables>();
  await tables
    .insertInto('card_refunds')
    .values({
      refund_id: refund.refundId,
      payment_id: refund.paymentId,
      amount_cents: refund.amountCents,
      reason: refund.reason,
      refunded_by: refund.refundedBy,
      refunded_at: refund.refundedAt.toString(),
      reported_at: null,
      reported_event: null,
    })
    .execute();
  await tables
    .updateTable('payments')
    .set((row) => ({ refunded_cents: sql<Cents>`${row.ref('refunded_cents')} + ${refund.amountCents}` }))
    .where('payment_id', '=', refund.paymentId)
    .execute();
}

/** Of one payment, oldest first. */
export async function listCardRefunds(queryable: Queryable, paymentId: string): Promise<CardRefund[]> {
  const rows = await queryable
    .withTables<PaymentTables>()
    .selectFrom('card_refunds')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('refunded_at')
    .execute();
  return rows.map((row) => ({
    refundId: row.refund_id,
    paymentId: row.payment_id,
    amountCents: row.amount_cents,
    reason: row.reason,
    refundedBy: row.refunded_by,
    refundedAt: row.refunded_at,
  }));
}

/**
 * Notes that the processor reported a part that we refunded, one event for each. The transaction must hold the payment.
 * Returns false if no refund of this amount waits for its report, and none was reported by this event before.
 */
export async function markRefundReported(
  transaction: Transaction,
  {
    paymentId,
    eventId,
    amountCents,
  }: { readonly paymentId: string; readonly eventId: string; readonly amountCents: number },
  at: Temporal.Instant,
): Promise<boolean> {
  const known = await transaction
    .withTables<PaymentTables>()
    .selectFrom('card_refunds')
    .select('refund_id')
    .where('payment_id', '=', paymentId)
    .where('reported_event', '=', eventId)
    .executeTakeFirst();
  if (known) return true;
  const { rows } = await sql`
    update card_refunds set reported_at = ${at.toString()}, reported_event = ${eventId}
    where refund_id = (
      select refund_id from card_refunds
      where payment_id = ${paymentId} and amount_cents = ${amountCents} and reported_at is null
      order by refunded_at limit 1)
    returning refund_id`.execute(transaction);
  return rows.length === 1;
}
