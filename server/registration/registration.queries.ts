import { sql } from 'kysely';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { type NewUser, signInColumns } from '#server/identity/users/users.queries.ts';

/**
 * Serializes registrations and activations of a customer: of two parallel ones, the second finds the login of the
 * first.
 */
export async function lockCustomer(transaction: Transaction, customerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in-of:${customerId}`}, 0))`.execute(transaction);
}

export async function wasOpenedSince(database: Queryable, userId: number, since: Temporal.Instant): Promise<boolean> {
  const row = await database
    .selectFrom('users')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .executeTakeFirst();
  return row !== undefined;
}

export async function replaceSignIn(
  transaction: Transaction,
  userId: number,
  user: NewUser,
  at: Temporal.Instant,
): Promise<void> {
  await transaction.updateTable('users').set(signInColumns(user, at)).where('user_id', '=', userId).execute();
}
