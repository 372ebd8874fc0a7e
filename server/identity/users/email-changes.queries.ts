import type { Queryable, Transaction } from '#server/platform/db/database.ts';

/** Whoever changes the address of somebody else's login must not be able to take it over with it at once. */
const HOLD_HOURS = 24;

/**
 * Notes the address before a change. Of several within a day the one before the first
 * counts, for a day after the last: who knows whose the others are?
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

/** For a day after a change, the address before it: links that sign in go there. Empty when there was none. */
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
