import type { Queryable, Transaction } from '#server/platform/db/database.ts';

/** An attacker who changes the address must not be able to take over the login with it at once. */
const HOLD_HOURS = 24;

/**
 * Records the address before a change. Of several within a day, the original one counts for a day after the last
 * change, because the others can't be trusted.
 */
export async function recordEmailChange(
  transaction: Transaction,
  userId: number,
  formerAddress: string,
  at: Temporal.Instant,
): Promise<void> {
  const held = await findHeldAddress(transaction, userId, at);
  const columns = { former_address: held ?? formerAddress, changed_at: at.toString() };
  await transaction
    .insertInto('email_changes')
    .values({ user_id: userId, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute();
}

/** Returns the previous address for a day after a change, where sign-in links still go. Empty if there was none. */
export async function findHeldAddress(
  queryable: Queryable,
  userId: number,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const row = await queryable
    .selectFrom('email_changes')
    .select('former_address')
    .where('user_id', '=', userId)
    .where('changed_at', '>', now.subtract({ hours: HOLD_HOURS }))
    .executeTakeFirst();
  return row?.former_address;
}
