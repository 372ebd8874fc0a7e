import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day } from '#common/core/dates.ts';
import type { IdentityFacts } from '#server/host/host.ts';
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts';
import type { OpenDatabase } from '#server/platform/db/open-database.ts';
import { addCustomer, addDeposit, addLoan } from '#tests/builders/books.ts';
import { createTestDatabase } from '#tests/support/databases.ts';
import { type CustomerDetails, normalizeWord, sealCustomer } from './customer-details.ts';
import { findByIdentity } from './find-by-identity.ts';

const cipher = createFieldCipher(new Uint8Array(32).fill(5));
const harriet: CustomerDetails = {
  customerId: 'harriet',
  companyNumber: 0,
  firstName: 'Harriet',
  lastName: 'O’Lowell',
  companyName: '',
  emailAddress: 'Harriet@example.com',
  phone: '5550108814',
  birthDate: day('1979-05-23'),
  ssn: '900318814',
  birthPlace: 'Bangor',
  address1: '',
  city: '',
  state: 'ME',
  zip: '04101',
  branch: '101',
};
let open: OpenDatabase;

beforeAll(async () => {
  open = await createTestDatabase();
  const add = (customer: CustomerDetails) =>
    addCustomer(open.database, customer.customerId, sealCustomer(customer, cipher));
  await add(harriet);
  await add({ ...harriet, customerId: 'joint', firstName: 'Hugo', emailAddress: 'hugo@example.com', ssn: '900998814' });
  const mill = {
    ...harriet,
    customerId: 'mill',
    firstName: '',
    lastName: '',
    ssn: null,
    birthDate: null,
    emailAddress: '',
  };
  await addCustomer(open.database, 'mill', {
    ...sealCustomer({ ...mill, companyNumber: 7, companyName: 'Mill & Sons', zip: '04101-1234' }, cipher),
    second_phone: '5550107777',
  });
  await addLoan(open.database, { number: '101-007777-3', customerId: 'mill' });
  await addLoan(open.database, { number: '101-008814-6', customerId: 'harriet' });
  await addLoan(open.database, { number: 'PM-200001', customerId: 'harriet' });
  await addLoan(open.database, { number: '2019-04-00012345', customerId: 'harriet' });
  await addDeposit(open.database, { number: '104-000017-3', customerId: 'harriet', typeCode: 3, balance: 90_000 });
  await addLoan(open.database, { number: '101-008899-1', customerId: 'joint' });
});
afterAll(() => open.close());

const find = async (facts: IdentityFacts) => (await findByIdentity(open.database, facts, cipher))?.customer_id;

/** Institutions that find customers by their address; the account number is then only checked. */
const mailed = { emailAddress: harriet.emailAddress, lastName: harriet.lastName };
const born = { birthDate: day('1979-05-23') };

describe('finds a company by its account', () => {
  it.each<[string, IdentityFacts]>([
    ['and its name, whichever person registers for it', { lastName: 'mill sons', firstName: 'Ada' }],
    ['and the first five digits of its zip code', { zip: '04101' }],
    ['and its phone', { phone: '5550108814' }],
    ['and its second phone', { phone: '5550107777' }],
  ])('%s', async (_how, facts) => {
    expect(await find({ accountNumber: '101-007777-3', ...facts })).toBe('mill');
  });

  it.each<[string, IdentityFacts]>([
    ['another name', { lastName: 'Mill' }],
    ['another phone', { phone: '5550107778' }],
    ['the last four digits of a number that it does not have', { ssn: '8814' }],
    ['an empty zip code', { zip: '' }],
  ])('but not with %s', async (_how, facts) => {
    expect(await find({ accountNumber: '101-007777-3', ...facts })).toBeUndefined();
  });

  it('but not with an email address that it does not have', async () => {
    expect(await find({ accountNumber: '101-007777-3', ssn: '', emailAddress: '' })).toBeUndefined();
  });
});

describe('finds the customer', () => {
  it.each<[string, IdentityFacts]>([
    ['by the social security number', { ssn: '900318814' }],
    ['by the email address in any case', { emailAddress: 'HARRIET@example.com' }],
    ['by account number and last four digits', { accountNumber: '101-008814-6', ssn: '8814' }],
    ['by an account number without its check digit', { accountNumber: '101-008814', ssn: '8814' }],
    ['by an account number without its dashes', { accountNumber: '1010088146', ssn: '8814' }],
    ['by an account number whose third part is not a check digit', { accountNumber: '20190400012345', ssn: '8814' }],
    ['by an account number with letters, in small ones', { accountNumber: 'pm200001', ssn: '8814' }],
    ['as a borrower', { ssn: '900318814', accountNumber: '101-008814-6', accountType: 'Loan' }],
    ['as a depositor', { ssn: '900318814', accountNumber: '104-000017-3', accountType: 'Deposit' }],
    ['by a name written another way', { ssn: '900318814', lastName: 'OLOWELL' }],
    ['by a first name with an initial', { ssn: '900318814', firstName: 'Harriet Q.' }],
    ['by the beginning of the first name', { ssn: '900318814', firstName: 'Harri' }],
    ['by date of birth and zip code, with the name', { ...born, zip: '04101', firstName: 'Harriet' }],
    ['by the branch', { ssn: '900318814', branch: '101' }],
    ['by the branch with leading zeros', { ssn: '900318814', branch: '00101' }],
    ['by the place of birth', { ssn: '900318814', birthPlace: ' bangor ' }],
  ])('%s', async (_how, facts) => {
    expect(await find(facts)).toBe('harriet');
  });
});

describe('finds no customer', () => {
  it.each<[string, IdentityFacts]>([
    ['by another number', { ssn: '900318815' }],
    ["by another customer's last four digits", { accountNumber: '101-008814-6', ssn: '8815' }],
    ['by no digits at all', { accountNumber: '101-008814-6', ssn: '' }],
    ['by an account number that lacks its last digit', { accountNumber: 'PM-20000', ssn: '8814' }],
    ['by an account number that is only begun', { accountNumber: '101', ssn: '8814' }],
    ['by an account number without a third part that is not a check digit', { ...mailed, accountNumber: '2019-04' }],
    ['by the same, without its dashes', { ...mailed, accountNumber: '201904' }],
    ['by the account of a customer with the same last digits', { accountNumber: '101-008899-1', ssn: '900318814' }],
    ['as a depositor with a loan', { ssn: '900318814', accountNumber: '101-008814-6', accountType: 'Deposit' }],
    ['by a date of birth and zip code that two have', { ...born, zip: '04101' }],
    ['by a date of birth in another zip code', { ...born, zip: '04102', firstName: 'Harriet' }],
    ['with a wrong name', { ssn: '900318814', lastName: 'Lowel' }],
    ['with a wrong date of birth', { ssn: '900318814', birthDate: day('1979-05-24') }],
    ['with a wrong zip code', { ssn: '900318814', zip: '04102' }],
    ['with a wrong phone number', { ssn: '900318814', phone: '5550108815' }],
    ['with a fact the host does not know', { ssn: '900318814', driversLicense: 'anything' }],
    ['with a wrong first name', { ssn: '900318814', firstName: 'Henrietta' }],
    ['with another branch', { ssn: '900318814', branch: '11' }],
    ['with a branch that ends in zeros', { ssn: '900318814', branch: '10100' }],
    ['with a wrong place of birth', { ssn: '900318814', birthPlace: 'Boston' }],
  ])('%s', async (_how, facts) => {
    expect(await find(facts)).toBeUndefined();
  });
});

it('without a fact to look up, no customer is searched', async () => {
  await expect(find({ lastName: 'O’Lowell' })).rejects.toThrow('Identity search needs a number');
});

it('refuses a search by a name alone', async () => {
  await expect(async () => find({ firstName: 'Harriet' })).rejects.toThrow('Identity search needs');
  await expect(async () => find(born)).rejects.toThrow('Identity search needs');
});

it('writes words in one form, which stays, because their keyed hashes are stored', () => {
  expect(normalizeWord(" St. John's ")).toBe('stjohns');
  expect(normalizeWord('Groß-Ümstadt ﬁve 2')).toBe('großümstadtfive2');
});

it('keeps the purposes of keyed hashes, or customers stored before would not be found', () => {
  const facts = { birthPlace: 'Bangor', driversLicense: 'S-123', mothersMaiden: 'King' };
  expect(sealCustomer({ ...harriet, ...facts }, cipher)).toMatchObject({
    birth_date_index: cipher.blindIndex('1979-05-23', 'customer-birth-date'),
    ssn_index: cipher.blindIndex('900318814', 'customer-ssn'),
    ssn_ending_index: cipher.blindIndex('8814', 'customer-ssn-ending'),
    birth_place_index: cipher.blindIndex('bangor', 'customer-birth-place'),
    drivers_license_index: cipher.blindIndex('s123', 'customer-drivers-license'),
    mothers_maiden_index: cipher.blindIndex('king', 'customer-mothers-maiden'),
  });
});
