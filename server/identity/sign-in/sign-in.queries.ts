import { sql } from 'kysely';
import { loginKeyOf } from '#common/identity/rules/login-key.ts';
import type { Database, Queryable, Transaction } from '#server/platform/db/database.ts';
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts';

/** Consecutive wrong passwords that lock a username, and the first and longest lock (C-067). */
const FAILURES_UNTIL_LOCKED = 5;
const FIRST_LOCK_MINUTES = 15;
const LONGEST_LOCK_MINUTES = 60;

/** After this many locks in a row, each wrong password locks: five attempts an hour would exceed a hundred a day. */
const LOCKS_UNTIL_EACH_COUNTS = 3;

/** Older attempts don't count as consecutive. */
const FORGOTTEN_AFTER_HOURS = 24;

/**
 * Takes one of a username's attempts before the password is checked, so parallel guesses can't share one. The last one
 * locks the username at once; the right password clears it. Each lock lasts twice as long as the last, up to an hour,
 * which limits how long others can lock the owner out.
 * @returns whether it was the last one, or undefined if locked: the password must then not be checked
 */
export async function takeTry(
  database: Database,
  nameHash: Uint8Array,
  now: Temporal.Instant,
): Promise<{ readonly isLast: boolean } | undefined> {
  const instant = sql`${now.toString()}::timestamptz`;
  const isForgotten = sql`a.updated_at < ${instant} - make_interval(hours => ${FORGOTTEN_AFTER_HOURS}::integer)`;
  const failures = sql`case when a.locked_until is null and not (${isForgotten}) then a.failures + 1 else 1 end`;
  const locks = sql`case when ${isForgotten} then 0 else a.locks end`;
  const locksNow = sql`${failures} >= case when ${locks} >= ${LOCKS_UNTIL_EACH_COUNTS}::integer
    then 1 else ${FAILURES_UNTIL_LOCKED}::integer end`;
  const minutes = sql`least(${FIRST_LOCK_MINUTES}::integer * (2 ^ least(${locks}, 10))::integer, ${LONGEST_LOCK_MINUTES}::integer)`;
  const { rows } = await sql<{ is_last: boolean }>`
    insert into sign_in_attempts as a (name_hash, failures, updated_at)
    values (${nameHash}, 1, ${instant})
    on conflict (name_hash) do update set
      updated_at = ${instant},
      failures = ${failures},
      locks = ${locks} + case when ${locksNow} then 1 else 0 end,
      locked_until = case when ${locksNow} then ${instant} + make_interval(mins => ${minutes}) end
    where a.locked_until is null or a.locked_until <= ${instant}
    returning locked_until is not null as is_last`.execute(database);
  const [row] = rows;
  return row && { isLast: row.is_last };
}

export async function giveTriesBack(transaction: Transaction, nameHash: Uint8Array): Promise<void> {
  await transaction.deleteFrom('sign_in_attempts').where('name_hash', '=', nameHash).execute();
}

/** Returns whether wrong passwords were tried since the right one, or since staff unlocked the login. */
export async function hasFailedTries(queryable: Queryable, nameHash: Uint8Array): Promise<boolean> {
  const row = await queryable
    .selectFrom('sign_in_attempts')
    .select('failures')
    .where('name_hash', '=', nameHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** The key for attempts at a username from unknown devices. */
export function triesOfLoginName(cipher: FieldCipher, loginName: string): Uint8Array {
  return cipher.blindIndex(loginKeyOf(loginName), 'login-name');
}

/** Known devices are counted separately, so guessing elsewhere can't lock the owner out there. */
export function triesOfDevice(cipher: FieldCipher, deviceId: number): Uint8Array {
  return cipher.blindIndex(String(deviceId), 'known-device');
}

export interface Login {
  readonly at: Temporal.Instant;
  readonly ipAddress: string;
}

/** Newest first, at most `limit`. */
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
