import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { DeskTables } from '#server/desk/desk-tables.ts';

/** Records that a session has opened a customer. The last reason given counts. */
export async function recordVisit(
  transaction: Transaction,
  sessionId: number,
  customerId: string,
  reason: string,
  at: Temporal.Instant,
): Promise<void> {
  const values = { reason, opened_at: at.toString() };
  await transaction
    .withTables<DeskTables>()
    .insertInto('desk_visits')
    .values({ session_id: sessionId, customer_id: customerId, ...values })
    .onConflict((conflict) => conflict.columns(['session_id', 'customer_id']).doUpdateSet(values))
    .execute();
}

/** Returns the reason a session gave for opening a customer; undefined if it has not. */
export async function findVisit(
  queryable: Queryable,
  sessionId: number,
  customerId: string,
): Promise<string | undefined> {
  const row = await queryable
    .withTables<DeskTables>()
    .selectFrom('desk_visits')
    .select('reason')
    .where('session_id', '=', sessionId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.reason;
}
