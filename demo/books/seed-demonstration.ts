import { inTransaction, type Queryable } from '#server/platform/db/database.ts';
import type { BooksTables } from '#server/host/books/books-tables.ts';
import { seedAccountArea } from './account-area.ts';
import { customers } from './customers.ts';
import { portfolio } from './portfolio.ts';
import { type Seeding, writePlans } from './write-plans.ts';

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
 * Writes the fictional customers with their accounts and postings, unless the books already contain one of them.
 * Returns whether anything was written.
 */
export function seedDemonstration(seeding: Seeding): Promise<boolean> {
  return inTransaction(seeding.database, async (transaction) => {
    if (await hasDemonstrationBooks(transaction)) return false;
    await writePlans(transaction, seeding, customers, portfolio(seeding.clock.today()));
    await seedAccountArea(transaction, seeding.clock);
    return true;
  });
}
