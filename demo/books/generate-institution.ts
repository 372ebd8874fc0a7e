import { sql } from 'kysely';
import { type Database, inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { refreshStatistics } from '#server/host/books/write-books.queries.ts';
import { generatedAccounts } from './generated-accounts.ts';
import { generatedCustomer } from './generated-customer.ts';
import { seededRandom } from './seeded-random.ts';
import { type Seeding, writePlans } from './write-plans.ts';

export interface Generation {
  readonly customers: number;
  /** Months of payments before today; earlier ones are covered by an opening balance. */
  readonly months: number;
}

export interface GeneratedCounts {
  readonly customers: number;
  readonly accounts: number;
  readonly transfers: number;
}

const CUSTOMERS_PER_TRANSACTION = 1_000;

/**
 * Adds a large, statistically plausible institution, the same on every machine. Continues after what was generated
 * before.
 * @param onProgress called after every thousand customers
 */
export async function generateInstitution(
  seeding: Seeding,
  { customers, months }: Generation,
  onProgress: (counts: GeneratedCounts) => void,
): Promise<GeneratedCounts> {
  const first = (await findLastPlace(seeding.database)) + 1;
  let counts: GeneratedCounts = { customers: 0, accounts: 0, transfers: 0 };
  while (counts.customers < customers) {
    const size = Math.min(CUSTOMERS_PER_TRANSACTION, customers - counts.customers);
    const places = Array.from({ length: size }, (_, index) => first + counts.customers + index);
    const written = await inTransaction(seeding.database, (transaction) =>
      writeCustomers(transaction, seeding, places, months),
    );
    counts = {
      customers: counts.customers + size,
      accounts: counts.accounts + written.accounts,
      transfers: counts.transfers + written.transfers,
    };
    onProgress(counts);
  }
  await refreshStatistics(seeding.database);
  return counts;
}

function writeCustomers(transaction: Transaction, seeding: Seeding, places: readonly number[], months: number) {
  const history = { today: seeding.clock.today(), months };
  const made = places.map((place) => {
    const random = seededRandom(place);
    const customer = generatedCustomer(place, random);
    return { customer, plans: generatedAccounts(place, customer, random, history) };
  });
  const customers = made.map(({ customer }) => customer);
  return writePlans(
    transaction,
    seeding,
    customers,
    made.flatMap(({ plans }) => plans),
  );
}

async function findLastPlace(database: Database): Promise<number> {
  const { rows } = await sql<{ place: number | null }>`
    select max(substr(customer_id, 2)::bigint) as place from customers where customer_id ~ '^G[0-9]{7,}$'`.execute(
    database,
  );
  return rows[0]?.place ?? 0;
}
