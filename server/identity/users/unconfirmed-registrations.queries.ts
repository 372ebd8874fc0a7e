import type { Queryable, Transaction } from '#server/platform/db/database.ts';

export interface UnconfirmedRegistration {
  /** Empty if the address on file was entered. */
  readonly newEmailAddress: string;
  readonly newEmailIsVerified: boolean;
}

/** Records that a registration proved only facts. Replaces an earlier record. */
export async function recordUnconfirmedRegistration(
  transaction: Transaction,
  userId: number,
  { newEmailAddress, newEmailIsVerified }: UnconfirmedRegistration,
  at: Temporal.Instant,
): Promise<void> {
  const columns = {
    new_email_address: newEmailAddress,
    new_email_is_verified: newEmailIsVerified,
    registered_at: at.toString(),
  };
  await transaction
    .insertInto('unconfirmed_registrations')
    .values({ user_id: userId, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute();
}

export async function isUnconfirmedRegistration(queryable: Queryable, userId: number): Promise<boolean> {
  const row = await queryable
    .selectFrom('unconfirmed_registrations')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the record once; undefined without an unconfirmed registration. */
export async function takeUnconfirmedRegistration(
  transaction: Transaction,
  userId: number,
): Promise<UnconfirmedRegistration | undefined> {
  const row = await transaction
    .deleteFrom('unconfirmed_registrations')
    .where('user_id', '=', userId)
    .returning(['new_email_address', 'new_email_is_verified'])
    .executeTakeFirst();
  return row && { newEmailAddress: row.new_email_address, newEmailIsVerified: row.new_email_is_verified };
}
