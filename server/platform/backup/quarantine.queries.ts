import { sql } from 'kysely';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';

/** Marks a restored copy. Its sessions end, because customers must not pay and staff not decide in the copy. */
export async function beginQuarantine(transaction: Transaction, since: string): Promise<void> {
  await transaction.updateTable('operating_state').set({ quarantined_since: since }).execute();
  await sql`update sessions set ended_at = ${since}::timestamptz where ended_at is null`.execute(transaction);
  await sql`update desk_sessions set ended_at = ${since}::timestamptz where ended_at is null`.execute(transaction);
  await sql`update staff_invitations set used_at = ${since}::timestamptz where used_at is null`.execute(transaction);
  await sql`delete from desk_provider_visits`.execute(transaction);
}

/** Returns whether there was one. */
export async function endQuarantine(transaction: Transaction): Promise<boolean> {
  const ended = await transaction
    .updateTable('operating_state')
    .set({ quarantined_since: null })
    .where('quarantined_since', 'is not', null)
    .returning('only_row')
    .execute();
  return ended.length > 0;
}

export async function isQuarantined(queryable: Queryable): Promise<boolean> {
  const state = await queryable.selectFrom('operating_state').select('quarantined_since').executeTakeFirst();
  return state?.quarantined_since != null;
}
