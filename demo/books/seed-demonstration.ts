import { inTransaction, type Queryable } from '#server/platform/db/database.ts';
import type { BooksTables } from '#server/host/books/books-tables.ts';
import { seedAccountArea } from './account-area.ts';
import { customers } from './customers.ts';
import { portfolio } from './portfolio.ts';
import { type Seeding, writePlans } from './write-plans.ts';

/** Whether the books hold one of the invented customers. */
export async function hasDemonstrationBooks(queryable: Queryable): Promise<boolean> {
  const ids = customers.map((customer) => customer.customerId);
  const known = await queryable
    .withTables<BooksTables>()
    .selectFrom('customers')
    .select('customer_id')
    .where('customer_id', 'in', ids)
    .executeTakeFirst();
  return known !== undefined;
}

/**
 * Writes the invented customers with their accounts and everything that was ever
 * posted to them; books that hold one of them already are left alone.
 * @returns whether anything was written.
 */
export function seedDemonstration(seeding: Seeding): Promise<boolean> {
  return inTransaction(seeding.database, async (transaction) => {
    if (await hasDemonstrationBooks(transaction)) return false;
    await writePlans(transaction, seeding, customers, portfolio(seeding.clock.today()));
    await seedAccountArea(transaction, seeding.clock);
    return true;
  });
}
