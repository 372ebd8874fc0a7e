import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CustomerSearch, FoundCustomer } from '#server/host/host.ts';
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { OpenDatabase } from '#server/platform/db/open-database.ts';
import { addCustomer, addLoan } from '#tests/builders/books.ts';
import { createTestDatabase } from '#tests/support/databases.ts';
import { type CustomerDetails, sealCustomer } from './customer-details.ts';
import { searchCustomers } from './search-customers.ts';
import { writeBooks } from './write-books.queries.ts';

const cipher = createFieldCipher(new Uint8Array(32).fill(5));
const ada: CustomerDetails = {
  customerId: 'ada',
  companyNumber: 0,
  firstName: 'Ada',
  lastName: 'Byron',
  companyName: '',
  emailAddress: 'Ada@example.com',
  phone: '5550101111',
  birthDate: null,
  ssn: '900311234',
  address1: '1 Main Street',
  city: 'Portland',
  state: 'ME',
  zip: '04101',
  branch: '101',
};
let open: OpenDatabase;

beforeAll(async () => {
  open = await createTestDatabase();
  const { database } = open;
  await addCustomer(database, 'ada', sealCustomer(ada, cipher));
  const shop = {
    ...ada,
    customerId: 'shop',
    firstName: '',
    lastName: '',
    companyName: 'Harbor Bakery',
    emailAddress: 'shop@example.com',
    phone: '',
  };
  await addCustomer(database, 'shop', { ...sealCustomer({ ...shop, ssn: null }, cipher), second_phone: '5550102222' });
  const single = { ...ada, customerId: 'single', firstName: '', lastName: 'Cher', ssn: '900315678' };
  const contacts = { emailAddress: 'cher@example.com', phone: '5550103333' };
  await addCustomer(database, 'single', sealCustomer({ ...single, ...contacts }, cipher));
  await addLoan(database, { number: '101-001111-5', customerId: 'ada' });
});
afterAll(() => open.close());

type By = CustomerSearch extends infer Search ? (Search extends unknown ? Omit<Search, 'limit'> : never) : never;
const find = (search: By, limit = 10): Promise<FoundCustomer[]> =>
  searchCustomers(open.database, cipher, { ...search, limit });
const idsOf = (found: readonly FoundCustomer[]) => found.map(({ customerId }) => customerId);

describe('staff find', () => {
  test.each<[string, By, string[]]>([
    ['a person by name', { by: 'name', name: 'byron ada' }, ['ada']],
    ['no customer by a name without letters', { by: 'name', name: ' - ' }, []],
    ['a customer by email address in any case', { by: 'emailAddress', emailAddress: 'ada@EXAMPLE.com' }, ['ada']],
    ['no customer by no email address', { by: 'emailAddress', emailAddress: '' }, []],
    ['a customer by phone', { by: 'phone', phone: '5550101111' }, ['ada']],
    ['a customer by the second phone', { by: 'phone', phone: '5550102222' }, ['shop']],
    ['no customer by no phone', { by: 'phone', phone: '' }, []],
    ['the owner of an account', { by: 'accountNumber', accountNumber: '101-001111-5' }, ['ada']],
    ['the owner without the check digit', { by: 'accountNumber', accountNumber: '101-001111' }, ['ada']],
    ['the owner of an account without dashes', { by: 'accountNumber', accountNumber: '1010011115' }, ['ada']],
    ['no owner by a part of the number', { by: 'accountNumber', accountNumber: '101' }, []],
    [
      'customers by ID, without IDs that no customer has',
      { by: 'customerIds', customerIds: ['single', 'nobody', 'ada'] },
      ['ada', 'single'],
    ],
    ['no customers by no ids', { by: 'customerIds', customerIds: [] }, []],
    ['a customer by the last four digits', { by: 'ssnEnding', ssnEnding: '1234' }, ['ada']],
    ['no customer by other digits of the number', { by: 'ssnEnding', ssnEnding: '9003' }, []],
  ])('%s', async (_what, search, expected) => {
    expect(idsOf(await find(search))).toEqual(expected);
  });

  test('a customer whose last four digits an older version did not index', async () => {
    const older = sealCustomer({ ...ada, customerId: 'older', ssn: '900319876' }, cipher);
    await addCustomer(open.database, 'older', { ...older, ssn_ending_index: null });
    expect(idsOf(await find({ by: 'ssnEnding', ssnEnding: '9876' }))).toEqual(['older']);
  });

  test('every customer of an older version at the first search, however many there are', async () => {
    const before = await createTestDatabase();
    try {
      const ids = Array.from({ length: 501 }, (_, index) => String(index).padStart(4, '0'));
      const customers = ids.map((customerId) => ({
        ...sealCustomer({ ...ada, customerId, ssn: '900314321' }, cipher),
        ssn_ending_index: null,
      }));
      await inTransaction(before.database, (transaction) => writeBooks(transaction, { customers }));
      const search = { by: 'ssnEnding', ssnEnding: '4321', limit: 9_999 } as const;
      expect(idsOf(await searchCustomers(before.database, cipher, search)).toSorted()).toEqual(ids);
    } finally {
      await before.close();
    }
  });

  test('a customer once whose two phones have the same number', async () => {
    const same = sealCustomer({ ...ada, customerId: 'same', ssn: null, phone: '5550104444' }, cipher);
    await addCustomer(open.database, 'same', { ...same, second_phone: '5550104444' });
    expect(idsOf(await find({ by: 'phone', phone: '5550104444' }))).toEqual(['same']);
  });

  test('at most as many as they ask for', async () => {
    expect(idsOf(await find({ by: 'customerIds', customerIds: ['ada', 'shop', 'single'] }, 2))).toEqual([
      'ada',
      'shop',
    ]);
  });
});

describe('a found customer', () => {
  test('comes with name, contacts and place', async () => {
    expect(await find({ by: 'customerIds', customerIds: ['ada'] })).toEqual([
      {
        customerId: 'ada',
        name: 'Ada Byron',
        emailAddress: 'Ada@example.com',
        phone: '5550101111',
        city: 'Portland',
        state: 'ME',
      },
    ]);
  });

  test('that is a company has its name, and the second phone if it is the only one', async () => {
    expect(await find({ by: 'customerIds', customerIds: ['shop'] })).toMatchObject([
      { name: 'Harbor Bakery', phone: '5550102222' },
    ]);
  });

  test('with only one name has no space before it', async () => {
    expect(await find({ by: 'customerIds', customerIds: ['single'] })).toMatchObject([{ name: 'Cher' }]);
  });
});
