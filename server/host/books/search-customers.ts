import type { CustomerSearch, FoundCustomer } from '#server/host/host.ts';
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts';
import type { Database } from '#server/platform/db/database.ts';
import { ssnEndingPurpose, ssnIdentity } from './customer-details.ts';
import { listAccountKeys } from './find-by-identity.ts';
import {
  selectByAccount,
  selectByEmail,
  selectByIds,
  selectByName,
  selectByPhone,
  selectBySsnEnding,
  selectWithoutSsnEnding,
  updateSsnEndings,
} from './search-customers.queries.ts';

/** How many customers stored by an older version the first search reads and indexes at a time. */
const INDEXED_AT_ONCE = 500;

export async function searchCustomers(
  database: Database,
  cipher: FieldCipher,
  search: CustomerSearch,
): Promise<FoundCustomer[]> {
  const rows = await select(database, cipher, search);
  return rows.slice(0, search.limit).map((row) => ({
    customerId: row.customer_id,
    name: row.company_name || `${row.first_name} ${row.last_name}`.trim(),
    emailAddress: row.email_address,
    phone: row.phone || row.second_phone,
    city: row.city,
    state: row.state,
  }));
}

async function select(database: Database, cipher: FieldCipher, search: CustomerSearch) {
  const { limit } = search;
  switch (search.by) {
    case 'name':
      return selectByName(database, search.name, limit);
    case 'emailAddress':
      return selectByEmail(database, search.emailAddress, limit);
    case 'phone':
      return selectByPhone(database, search.phone, limit);
    case 'accountNumber':
      return selectByAccount(database, listAccountKeys(search.accountNumber));
    case 'customerIds':
      return selectByIds(database, search.customerIds);
    case 'ssnEnding':
      await indexSsnEndings(database, cipher);
      return selectBySsnEnding(database, cipher.blindIndex(search.ssnEnding, ssnEndingPurpose), limit);
  }
}

/** Indexes all that are left: a customer who isn't indexed yet would look like one who doesn't exist. */
async function indexSsnEndings(database: Database, cipher: FieldCipher): Promise<void> {
  let left = true;
  while (left) {
    const customers = await selectWithoutSsnEnding(database, INDEXED_AT_ONCE);
    const endings = customers.map(({ customer_id, ssn_sealed }) => {
      const ssn = cipher.decrypt(ssn_sealed, ssnIdentity(customer_id));
      return { customer_id, ssn_ending_index: cipher.blindIndex(ssn.slice(-4), ssnEndingPurpose) };
    });
    if (endings.length > 0) await updateSsnEndings(database, endings);
    left = customers.length === INDEXED_AT_ONCE;
  }
}
