import { sql } from 'kysely';
import { fromNow } from '#server/payments/payment-changes.queries.ts';
import type { PaymentTables } from '#server/payments/payment-tables.ts';
import { type Payment, toPayment, unansweredRow, unsettledRow } from '#server/payments/payments.queries.ts';
import type { Queryable } from '#server/platform/db/database.ts';

/**
 * Lets time pass for payments without an outcome as a demonstration's clock is moved: their waits are counted by the
 * database's own clock.
 */
export async function shortenWaits(queryable: Queryable, seconds: number): Promise<void> {
  await sql`
    update payments set leased_until = leased_until - make_interval(secs => ${seconds}::integer)
    where ${unansweredRow}`.execute(queryable);
}

/**
 * Takes over payments whose lease ran out: those of a dead process, and unknown ones. Safe to run in several processes
 * at once.
 */
export async function claimUnsettledPayments(
  queryable: Queryable,
  claim: { readonly limit: number; readonly leaseMs: number },
): Promise<Payment[]> {
  const tables = queryable.withTables<PaymentTables>();
  const due = tables
    .selectFrom('payments')
    .select('payment_id')
    .where(unsettledRow)
    .where('leased_until', '<=', sql<Temporal.Instant>`now()`)
    .orderBy('leased_until')
    .orderBy('payment_id')
    .limit(claim.limit)
    .forUpdate()
    .skipLocked();
  const rows = await tables
    .updateTable('payments')
    .set({ leased_until: fromNow(claim.leaseMs) })
    .where('payment_id', 'in', due)
    .returningAll()
    .execute();
  return rows.map(toPayment);
}
