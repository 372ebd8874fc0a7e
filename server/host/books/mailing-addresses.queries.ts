import { sql } from 'kysely';
import type { MailingAddress } from '#common/core/mailing-address.ts';
import type { MailingAddressChange } from '#server/host/host-accounts.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import type { AccountAreaTables } from './account-area-tables.ts';

export async function selectMailingAddress(database: Queryable, accountId: number): Promise<MailingAddress> {
  const address = (await selectMailingAddresses(database, [accountId])).get(accountId);
  if (!address) throw new Error(`Account ${accountId} has no customer`);
  return address;
}

/** By account id. */
export async function selectMailingAddresses(
  database: Queryable,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, MailingAddress>> {
  const rows = await database
    .withTables<AccountAreaTables>()
    .selectFrom('accounts')
    .innerJoin('customers', 'customers.customer_id', 'accounts.customer_id')
    .leftJoin('mailing_addresses as own', 'own.account_id', 'accounts.account_id')
    .select([
      'accounts.account_id',
      'own.address1 as own_address1',
      'own.city as own_city',
      'own.state as own_state',
      'own.zip as own_zip',
      'customers.address1',
      'customers.city',
      'customers.state',
      'customers.zip',
    ])
    .where('accounts.account_id', '=', sql<number>`any(${accountIds}::bigint[])`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.account_id,
      {
        address1: row.own_address1 ?? row.address1,
        city: row.own_city ?? row.city,
        state: row.own_state ?? row.state,
        zipCode: row.own_zip ?? row.zip,
      },
    ]),
  );
}

export async function saveMailingAddress(
  database: Queryable,
  { accountNumber, address, at }: MailingAddressChange,
): Promise<void> {
  const columns = {
    address1: address.address1,
    city: address.city,
    state: address.state,
    zip: address.zipCode,
    changed_at: at.toString(),
  };
  const tables = database.withTables<AccountAreaTables>();
  const { account_id } = await tables
    .selectFrom('accounts')
    .select('account_id')
    .where('account_number', '=', accountNumber)
    .executeTakeFirstOrThrow();
  await tables
    .insertInto('mailing_addresses')
    .values({ account_id, ...columns })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns))
    .execute();
}

export async function setHiddenFromWeb(database: Queryable, accountNumber: string, hidden: boolean): Promise<void> {
  await database
    .withTables<AccountAreaTables>()
    .updateTable('accounts')
    .set({ hidden_from_web: hidden })
    .where('account_number', '=', accountNumber)
    .execute();
}
