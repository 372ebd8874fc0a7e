import type { CustomerSearch, FoundCustomer } from '#server/host/host.ts';
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts';
import type { Database } from '#server/platform/db/database.ts';
import { ssnEndingPurpose, ssnIdentity } from './customer-details.ts';
import { listWrittenForms } from './find-by-identity.ts';
import {
  selectByAccount,
  selectByEmail,
  selectByIds,
  selectByName,
  selectByPhone,
  selectBySsnEnding,
  selectWithoutSsnEnding,
  updateSsnEnding,
} from './search-customers.queries.ts';

/** Customers stored by an older version are indexed with the first searches, this many at a time. */
const INDEXED_PER_SEARCH = 5_000;

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
      return selectByAccount(database, listWrittenForms(search.accountNumber));
    case 'customerIds':
      return selectByIds(database, search.customerIds);
    case 'ssnEnding':
      await indexSsnEndings(database, cipher);
      return selectBySsnEnding(database, cipher.blindIndex(search.ssnEnding, ssnEndingPurpose), limit);
  }
}

async function indexSsnEndings(database: Database, cipher: FieldCipher): Promise<void> {
  for (const { customer_id: customerId, ssn_sealed: sealed } of await selectWithoutSsnEnding(
    database,
    INDEXED_PER_SEARCH,
  )) {
    const ssn = cipher.decrypt(sealed, ssnIdentity(customerId));
    await updateSsnEnding(database, customerId, cipher.blindIndex(ssn.slice(-4), ssnEndingPurpose));
  }
}
