import { sql } from 'kysely';
import { loginKeyOf } from '#common/identity/rules/login-key.ts';
import { listDevicesOfUser } from '#server/identity/sessions/devices.queries.ts';
import { triesOfDevice, triesOfLoginName } from '#server/identity/sign-in/sign-in.queries.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';

/** Customers whose username begins with a text. */
export async function listOwnersOfLogins(queryable: Queryable, text: string, limit: number): Promise<string[]> {
  const key = loginKeyOf(text);
  const rows = await queryable
    .selectFrom('users')
    .select('customer_id')
    .where('opened', '=', true)
    .where(sql<boolean>`login_key collate "C" >= ${key} and login_key collate "C" < ${`${key}\u{10ffff}`}`)
    .limit(limit)
    .execute();
  return [...new Set(rows.map((row) => row.customer_id))];
}

export async function listLoginsOfCustomers(queryable: Queryable, customerIds: readonly string[]) {
  if (customerIds.length === 0) return [];
  const rows = await queryable
    .selectFrom('users')
    .select(['customer_id', 'login_name'])
    .where('customer_id', 'in', customerIds)
    .where('opened', '=', true)
    .orderBy('user_id')
    .execute();
  return rows.map((row) => ({ customerId: row.customer_id, loginName: row.login_name }));
}

/** The logins of a customer, oldest first. */
export async function listCustomerLogins(queryable: Queryable, customerId: string) {
  return queryable
    .selectFrom('users as u')
    .select(({ selectFrom }) => [
      'u.user_id as userId',
      'u.login_name as loginName',
      'u.restricted',
      'u.restricted_by_code as restrictedByCode',
      'u.email_verified_at as emailVerifiedAt',
      'u.must_change_password as mustChangePassword',
      selectFrom('login_history as l')
        .select((logins) => logins.fn.max('l.logged_in_at').as('at'))
        .whereRef('l.user_id', '=', 'u.user_id')
        .as('lastSignInAt'),
    ])
    .where('u.customer_id', '=', customerId)
    .where('u.opened', '=', true)
    .orderBy('u.user_id')
    .limit(20)
    .execute();
}

/** Until when a login is locked, by its name or on one of its devices. */
export async function findLockOfLogin(
  { cipher }: Pick<Services, 'cipher'>,
  queryable: Queryable,
  { userId, loginName }: { readonly userId: number; readonly loginName: string },
  now: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  const devices = await listDevicesOfUser(queryable, userId, now);
  const tries = devices.map((deviceId) => triesOfDevice(cipher, deviceId));
  return findLock(queryable, [triesOfLoginName(cipher, loginName), ...tries], now);
}

/** Until when wrong passwords keep one of these counters locked; undefined if none is. */
async function findLock(
  queryable: Queryable,
  nameHashes: readonly Uint8Array[],
  now: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  const row = await queryable
    .selectFrom('sign_in_attempts')
    .select('locked_until')
    .where('name_hash', 'in', nameHashes)
    .where('locked_until', '>', now)
    .orderBy('locked_until', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.locked_until ?? undefined;
}
