import type { MailingAddress } from '#common/core/mailing-address.ts';
import { type PhoneOnFile, textPhoneOf } from '#common/profile/rules/phones.ts';
import type { HostCustomer } from '#server/host/host.ts';
import type { Contacts } from '#server/host/host-contacts.ts';
import { prepareStatement } from '#server/platform/db/prepared-statement.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import { anyOf } from '#server/platform/db/insert-many.ts';
import type { BooksTables, CustomersTable } from './books-tables.ts';

const phoneColumns = [
  'phone',
  'second_phone',
  'primary_phone',
  'phone_texting',
  'second_phone_texting',
] as const satisfies readonly (keyof CustomersTable)[];

const columns = [
  'customer_id',
  'company_number',
  'first_name',
  'last_name',
  'company_name',
  'email_address',
  'branch',
  'restricted',
  ...phoneColumns,
] as const satisfies readonly (keyof CustomersTable)[];

type Row<Column extends keyof CustomersTable> = Pick<CustomersTable, Column>;

const customersById = prepareStatement((database, customerId: string) =>
  database.withTables<BooksTables>().selectFrom('customers').select(columns).where('customer_id', '=', customerId),
);

export async function selectCustomer(database: Queryable, customerId: string): Promise<HostCustomer | undefined> {
  const [row] = await customersById(database, customerId);
  return row && customerFromRow(row);
}

export async function selectCustomers(database: Queryable, customerIds: readonly string[]): Promise<HostCustomer[]> {
  const rows = await database
    .withTables<BooksTables>()
    .selectFrom('customers')
    .select(columns)
    .where('customer_id', '=', anyOf(customerIds))
    .execute();
  return rows.map(customerFromRow);
}

export function customerFromRow(row: Row<(typeof columns)[number]>): HostCustomer {
  const phones = phonesFromRow(row);
  return {
    customerId: row.customer_id,
    companyNumber: row.company_number,
    personalName: row.company_name || `${row.first_name} ${row.last_name}`.trim(),
    firstName: row.first_name,
    emailAddress: row.email_address,
    phone: (phones.find(({ primary }) => primary) ?? phones[0])?.number ?? '',
    textPhone: textPhoneOf(phones),
    branch: row.branch,
    restricted: row.restricted,
  };
}

function phonesFromRow(row: Row<(typeof phoneColumns)[number]>): PhoneOnFile[] {
  const both = [
    { number: row.phone, primary: row.primary_phone === 1, textsAgreed: row.phone_texting },
    { number: row.second_phone, primary: row.primary_phone === 2, textsAgreed: row.second_phone_texting },
  ];
  return both.filter(({ number }) => number !== '');
}

export async function selectContacts(database: Queryable, customerId: string): Promise<Contacts | undefined> {
  const row = await database
    .withTables<BooksTables>()
    .selectFrom('customers')
    .select(['address1', 'city', 'state', 'zip', ...phoneColumns])
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { address1, city, state, zip } = row;
  return { address: { address1, city, state, zipCode: zip }, phones: phonesFromRow(row) };
}

export async function updateCustomerAddress(
  database: Queryable,
  customerId: string,
  { address1, city, state, zipCode }: MailingAddress,
): Promise<void> {
  await database
    .withTables<BooksTables>()
    .updateTable('customers')
    .set({ address1, city, state, zip: zipCode })
    .where('customer_id', '=', customerId)
    .execute();
}

export async function updatePhones(
  database: Queryable,
  customerId: string,
  [first, second]: readonly PhoneOnFile[],
): Promise<void> {
  await database
    .withTables<BooksTables>()
    .updateTable('customers')
    .set({
      phone: first?.number ?? '',
      phone_texting: first?.textsAgreed ?? false,
      second_phone: second?.number ?? '',
      second_phone_texting: second?.textsAgreed ?? false,
      primary_phone: second?.primary === true ? 2 : 1,
    })
    .where('customer_id', '=', customerId)
    .execute();
}
