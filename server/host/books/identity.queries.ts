import { sql } from 'kysely';
import type { AccountTypeCode } from '#common/accounts/rules/account.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import type { BooksTables, CustomersTable } from './books-tables.ts';

/** No more customers than this share an email address, a Social Security number, or a birthday in one zip code. */
const MAX_CANDIDATES = 20;

/** As `accountNumberKey` makes it; the index has the same expression. */
export const accountNumberKeyInSql = sql<string>`upper(regexp_replace(account_number, '[-[:space:]]', '', 'g'))`;

/** Finds customers by Social Security number, by email address, or by birth date and zip code. */
export function selectCandidates(
  database: Queryable,
  by:
    | { readonly ssnIndex: Uint8Array }
    | { readonly emailAddress: string }
    | { readonly birthDateIndex: Uint8Array; readonly zip: string },
): Promise<CustomersTable[]> {
  const customers = database.withTables<BooksTables>().selectFrom('customers').selectAll();
  const select = () => {
    if ('ssnIndex' in by) return customers.where('ssn_index', '=', by.ssnIndex);
    if ('birthDateIndex' in by) {
      return customers.where('birth_date_index', '=', by.birthDateIndex).where('zip', 'like', `${by.zip}%`);
    }
    return customers
      .where(sql`lower(email_address)`, '=', by.emailAddress.toLowerCase())
      .where('email_address', '<>', '');
  };
  const found = select();
  return found.orderBy('customer_id').limit(MAX_CANDIDATES).execute();
}

export function selectOwners(database: Queryable, keys: readonly string[]): Promise<CustomersTable[]> {
  const books = database.withTables<BooksTables>();
  const owners = books.selectFrom('accounts').select('customer_id').where(accountNumberKeyInSql, 'in', keys);
  return books
    .selectFrom('customers')
    .selectAll()
    .where('customer_id', 'in', owners)
    .orderBy('customer_id')
    .limit(MAX_CANDIDATES)
    .execute();
}

export interface AccountIdentity {
  readonly account_number: string;
  readonly type_code: AccountTypeCode;
}

export function selectAccountIdentities(database: Queryable, customerId: string): Promise<AccountIdentity[]> {
  return database
    .withTables<BooksTables>()
    .selectFrom('accounts')
    .select(['account_number', 'type_code'])
    .where('customer_id', '=', customerId)
    .execute();
}

export async function selectSsnIndex(database: Queryable, customerId: string): Promise<Uint8Array | null> {
  const row = await database
    .withTables<BooksTables>()
    .selectFrom('customers')
    .select('ssn_index')
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.ssn_index ?? null;
}

export async function updateEmailAddress(database: Queryable, customerId: string, emailAddress: string): Promise<void> {
  await database
    .withTables<BooksTables>()
    .updateTable('customers')
    .set({ email_address: emailAddress })
    .where('customer_id', '=', customerId)
    .execute();
}
