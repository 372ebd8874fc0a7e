import type { Payment } from '#server/payments/payments.queries.ts';
import { toPayment } from '#server/payments/payments.queries.ts';
import type { PaymentTables } from '#server/payments/payment-tables.ts';
import type { Queryable } from '#server/platform/db/database.ts';

export interface UnappliedPayment {
  readonly payment: Payment;
  readonly reason: string;
}

/** Oldest first. */
export async function listUnapplied(queryable: Queryable, limit: number): Promise<UnappliedPayment[]> {
  const rows = await queryable
    .withTables<PaymentTables>()
    .selectFrom('payments')
    .selectAll()
    .where('state', '=', 'unapplied')
    .orderBy('state_since')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ payment: toPayment(row), reason: row.unapplied_reason ?? '' }));
}

export async function countUnapplied(queryable: Queryable): Promise<number> {
  const row = await queryable
    .withTables<PaymentTables>()
    .selectFrom('payments')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('state', '=', 'unapplied')
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function findPaymentByReference(
  queryable: Queryable,
  referenceNumber: string,
): Promise<Payment | undefined> {
  const row = await queryable
    .withTables<PaymentTables>()
    .selectFrom('payments')
    .selectAll()
    .where('reference_number', '=', referenceNumber)
    .executeTakeFirst();
  return row && toPayment(row);
}
