import { sql } from 'kysely';
import type { Database, Queryable, Transaction } from '#server/platform/db/database.ts';

/** Wrong passwords in a row that lock a login name, and for how long the first time (C-067). */
const FAILURES_UNTIL_LOCKED = 5;
const FIRST_LOCK_MINUTES = 15;

/**
 * Takes one of the few tries a login name has, before the password is looked at,
 * so that parallel guesses cannot share a try. The last one locks the name at
 * once; the right password gives it back. Each further lock lasts twice as long.
 * @returns whether it was the last one, or nothing when the name is locked and the password must not be looked at.
 */
export async function takeTry(
  database: Database,
  nameHash: Uint8Array,
  now: Temporal.Instant,
): Promise<{ readonly isLast: boolean } | undefined> {
  const instant = sql`${now.toString()}::timestamptz`;
  const failures = sql`case when a.locked_until is null then a.failures + 1 else 1 end`;
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_attempts as a (name_hash, failures, updated_at)
    values (${nameHash}, 1, ${instant})
    on conflict (name_hash) do update set
      updated_at = ${instant},
      failures = ${failures},
      locks = a.locks + case when ${failures} >= ${FAILURES_UNTIL_LOCKED}::integer then 1 else 0 end,
      locked_until = case when ${failures} >= ${FAILURES_UNTIL_LOCKED}::integer
        then ${instant} + make_interval(mins => ${FIRST_LOCK_MINUTES}::integer * (2 ^ least(a.locks, 10))::integer) end
    where a.locked_until is null or a.locked_until <= ${instant}
    returning failures`.execute(database);
  const [row] = rows;
  return row && { isLast: row.failures >= FAILURES_UNTIL_LOCKED };
}

/** The right password gives all tries back. */
export async function giveTriesBack(transaction: Transaction, nameHash: Uint8Array): Promise<void> {
  await transaction.deleteFrom('sign_in_attempts').where('name_hash', '=', nameHash).execute();
}

export interface Login {
  readonly at: Temporal.Instant;
  readonly ipAddress: string;
}

/** The newest sign-ins, at most `limit`. */
export async function listLogins(queryable: Queryable, userId: number, limit: number): Promise<Login[]> {
  const rows = await queryable
    .selectFrom('login_history')
    .select(['logged_in_at', 'ip_address'])
    .where('user_id', '=', userId)
    .orderBy('login_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ at: row.logged_in_at, ipAddress: row.ip_address }));
}

export async function recordLogin(transaction: Transaction, userId: number, login: Login): Promise<void> {
  await transaction
    .insertInto('login_history')
    .values({ user_id: userId, logged_in_at: login.at.toString(), ip_address: login.ipAddress })
    .execute();
}
