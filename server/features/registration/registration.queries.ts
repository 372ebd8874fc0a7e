import { sql } from 'kysely';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';

/**
 * Lets registrations and activations of one customer take turns until the
 * transaction ends: of two at once, the second finds the sign-in of the first.
 */
export async function lockCustomer(transaction: Transaction, customerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in-of:${customerId}`}, 0))`.execute(transaction);
}

export async function wasOpenedSince(database: Queryable, userId: number, since: Temporal.Instant): Promise<boolean> {
  const row = await database
    .selectFrom('users')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since.toString() as never)
    .executeTakeFirst();
  return row !== undefined;
}
