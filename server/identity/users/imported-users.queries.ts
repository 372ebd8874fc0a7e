import { sql } from 'kysely';
import { arrayText } from '#server/platform/db/array-text.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { insertUsers, type NewUser, signInColumns } from './users.queries.ts';

/** No password has this hash and no username this form, so no one can sign in with them. */
const NO_PASSWORD = 'none';
const NAME_PREFIX = 'imported:';

/**
 * Returns the user of each customer; makes those without a login one that only holds what was imported for them.
 * The returned function throws for other customers.
 */
export async function holdUsersOf(
  transaction: Transaction,
  customerIds: readonly string[],
  at: Temporal.Instant,
): Promise<(customerId: string) => number> {
  const wanted = sql`unnest(${arrayText(customerIds)}::text::text[]) as wanted (customer_id)`;
  await sql`
    insert into users (login_name, login_key, password_hash, customer_id, restricted, created_at, opened)
    select distinct ${NAME_PREFIX} || customer_id, ${NAME_PREFIX} || lower(customer_id), ${NO_PASSWORD}, customer_id, false,
      ${at.toString()}::timestamptz, false
    from ${wanted}
    where not exists (select from users where users.customer_id = wanted.customer_id)`.execute(transaction);
  const { rows } = await sql<{ customer_id: string; user_id: number }>`
    select customer_id, min(user_id) as user_id from users
    where customer_id in (select customer_id from ${wanted}) group by customer_id`.execute(transaction);
  const users = new Map(rows.map((row) => [row.customer_id, row.user_id]));
  return (customerId) => {
    const userId = users.get(customerId);
    if (userId === undefined) throw new Error('A customer got no user');
    return userId;
  };
}

/** Creates a login; takes over what was imported for the customer. */
export async function openUser(transaction: Transaction, user: NewUser, at: Temporal.Instant): Promise<number> {
  const held = await transaction
    .updateTable('users')
    .set({
      opened: true,
      ...signInColumns(user, at),
    })
    .where('customer_id', '=', user.customerId)
    .where('opened', '=', false)
    .returning('user_id')
    .executeTakeFirst();
  if (held) return held.user_id;
  const [userId] = await insertUsers(transaction, [user], at);
  if (userId === undefined) throw new Error('The database returned no id for a new login');
  return userId;
}
