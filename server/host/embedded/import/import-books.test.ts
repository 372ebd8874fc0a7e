import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import type { Host } from '#server/host/host.ts';
import { createClock } from '#server/platform/clock.ts';
import type { OpenDatabase } from '#server/platform/db/open-database.ts';
import { createFieldCipher } from '#server/platform/field-cipher.ts';
import { servicingRules } from '#tests/builders/loan-states.ts';
import { createTestDatabase } from '#tests/support/databases.ts';
import type { BooksTables } from '../books-tables.ts';
import { createEmbeddedHost } from '../embedded-host.ts';
import { findImbalances } from '../find-imbalances.ts';
import { importBooks } from './import-books.ts';

const clock = createClock('America/New_York', Temporal.Instant.from('2026-11-21T15:00:00Z'));
const cipher = createFieldCipher(new Uint8Array(32).fill(9));
const today = day('2026-11-21');
let open: OpenDatabase;
let host: Host;

beforeAll(async () => {
  open = await createTestDatabase();
  host = createEmbeddedHost(open.database, { servicing: servicingRules, timeZone: 'America/New_York' }, cipher);
});
afterAll(() => open.close());

interface Files {
  readonly customers?: string | readonly string[];
  readonly accounts?: string | readonly string[];
  readonly loans?: string | readonly string[];
}

/** Imports texts as if they were files. */
function importTexts(files: Files) {
  const sources = Object.entries(files).map(([name, lines]) => [name, Readable.from([[lines].flat().join('\n')])]);
  return importBooks({ database: open.database, clock, cipher }, Object.fromEntries(sources));
}

async function countOf(table: 'customers' | 'accounts' | 'loans' | 'deposits' | 'transfers'): Promise<number> {
  const row = await open.database
    .withTables<BooksTables>()
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return row.rows;
}

const everything = () =>
  Promise.all((['customers', 'accounts', 'loans', 'deposits', 'transfers'] as const).map(countOf));

describe('the samples of the documentation', () => {
  const sample = (name: string) =>
    createReadStream(new URL(`../../../../docs/import-sample/${name}.csv`, import.meta.url));

  test('are imported, each account as its lines say', async () => {
    const report = await importBooks(
      { database: open.database, clock, cipher },
      { customers: sample('customers'), accounts: sample('accounts'), loans: sample('loans') },
    );
    expect(report).toEqual({ imported: { customers: 3, accounts: 5, loans: 3 }, problemCount: 0, problems: [] });
    expect(await host.findCustomer('700003')).toMatchObject({ companyNumber: 12, personalName: 'Brandt Boatyard LLC' });
    expect(await host.listAccounts('700001', today)).toMatchObject([
      { number: '101-700001-4', balanceCents: 1_488_025, rate: 64_900, dueOn: '2026-12-01', amountDueCents: 46_948 },
      { number: '103-700001-8', balanceCents: 324_010, availableBalanceCents: 675_990, amountDueCents: 7_500 },
      { number: '104-700001-2', balanceCents: 125_075, availableBalanceCents: 120_075 },
    ]);
    expect(await host.findLoan('700003', '101-700003-0', today)).toMatchObject({
      holdCode: '48',
      // $112.40, and 32 days on $52,310.77 at 7.125 %.
      interestDueCents: 11_240 + 32_676,
      lateChargesCents: 2_500,
      otherFeesCents: 1_500,
      dueOn: '2026-10-31',
      totalDueCents: 2 * 64_000 - 10_000 + 4_000,
    });
  });

  test('balance, and open each history with the opening balance', async () => {
    expect(await findImbalances(open.database)).toEqual([]);
    const page = { since: null, limit: 10, before: null };
    expect(await host.listHistory('700001', '104-700001-2', page)).toMatchObject([
      { description: 'Opening balance', effectiveOn: today, runningPrincipalCents: 125_075 },
    ]);
  });

  test('are sealed where they are secret', async () => {
    const row = await open.database
      .withTables<BooksTables>()
      .selectFrom('customers')
      .selectAll()
      .where('customer_id', '=', '700001')
      .executeTakeFirstOrThrow();
    expect(cipher.decrypt(row.ssn_sealed ?? new Uint8Array(), 'customer-ssn:700001')).toBe('900507001');
    expect(cipher.decrypt(row.birth_date_sealed ?? new Uint8Array(), 'customer-birth-date:700001')).toBe('1982-04-11');
    expect(Buffer.from(row.ssn_index ?? [])).toEqual(Buffer.from(cipher.blindIndex('900507001', 'customer-ssn')));
  });

  test('cannot be imported twice', async () => {
    const before = await everything();
    const report = await importBooks(
      { database: open.database, clock, cipher },
      { customers: sample('customers'), accounts: sample('accounts'), loans: sample('loans') },
    );
    expect(report.imported).toEqual({ customers: 0, accounts: 0, loans: 0 });
    expect(report.problems.map(({ file, line, reason }) => `${file} ${line} ${reason}`)).toEqual([
      ...[2, 3, 4].map((line) => `customers ${line} is on the books already`),
      ...[2, 3, 4, 5, 6].map((line) => `accounts ${line} is on the books already`),
    ]);
    expect(await everything()).toEqual(before);
  });
});

test('a customer on the books may get another account', async () => {
  const report = await importTexts({
    accounts: [
      'account_number,customer_id,type_code,description,opened_on,balance',
      'more-1,700002,3,Savings,2026-01-02,-12.34',
    ],
  });
  expect(report).toMatchObject({ imported: { accounts: 1 }, problemCount: 0 });
  expect((await host.listAccounts('700002', today)).map((account) => account.balanceCents)).toEqual([
    1_000_000, -1_234,
  ]);
});

const goodCustomer = { customer_id: 'c1', first_name: 'Ada', last_name: 'Byron' };
const goodLoanAccount = {
  account_number: 'l1',
  customer_id: 'c1',
  type_code: '0',
  description: 'Loan',
  opened_on: '2026-01-02',
  rate: '5',
};
const goodDeposit = {
  ...goodLoanAccount,
  account_number: 'd1',
  type_code: '1',
  balance: '10',
  available_balance: '10',
};
const goodLoan = {
  account_number: 'l1',
  principal: '1000',
  billing_frequency: 'Monthly',
  installment: '100',
  next_due_on: '2026-12-01',
  interest_accrued_through: '2026-11-01',
};

/** A file of these lines; the columns are all that occur. */
function csv(...lines: readonly Readonly<Record<string, string>>[]): string[] {
  const columns = [...new Set(lines.flatMap((line) => Object.keys(line)))];
  return [columns.join(','), ...lines.map((line) => columns.map((column) => line[column] ?? '').join(','))];
}

describe('a wrong line is named, and nothing is imported', () => {
  test.each<[string, Files, string[]]>([
    [
      'customer without a number',
      { customers: csv({ ...goodCustomer, customer_id: '' }) },
      ['customers 2 customer_id is required'],
    ],
    [
      'number with a blank',
      { customers: csv({ ...goodCustomer, customer_id: 'c 1' }) },
      ['customers 2 customer_id is not 1 to 32 letters, digits and dashes'],
    ],
    [
      'person without a name',
      { customers: csv({ ...goodCustomer, last_name: '' }) },
      ['customers 2 last_name is required of a personal customer'],
    ],
    [
      'company without a name',
      { customers: csv({ ...goodCustomer, company_number: '7' }) },
      ['customers 2 company_name is required of a company'],
    ],
    [
      'bad e-mail address',
      { customers: csv({ ...goodCustomer, email: 'ada@' }) },
      ['customers 2 email is not an e-mail address'],
    ],
    [
      'short phone number',
      { customers: csv({ ...goodCustomer, phone: '555-0107' }) },
      ['customers 2 phone is not 10 digits'],
    ],
    [
      'birth date of tomorrow',
      { customers: csv({ ...goodCustomer, birth_date: '2026-11-22' }) },
      ['customers 2 birth_date is later than today, 2026-11-21'],
    ],
    [
      '29 February of another year',
      { customers: csv({ ...goodCustomer, birth_date: '1999-02-29' }) },
      ['customers 2 birth_date is not a date such as 2026-11-21 or 11/21/2026'],
    ],
    [
      'social security number with a letter',
      { customers: csv({ ...goodCustomer, ssn: '90012447I' }) },
      ['customers 2 ssn is not 9 digits'],
    ],
    [
      'unknown state',
      { customers: csv({ ...goodCustomer, state: 'XX' }) },
      [expect.stringMatching(/^customers 2 state is not one of AL, AK/) as string],
    ],
    [
      'bad zip code',
      { customers: csv({ ...goodCustomer, zip: '4101' }) },
      ['customers 2 zip is not a zip code such as 04101 or 04101-1234'],
    ],
    [
      'name that is too long',
      { customers: csv({ ...goodCustomer, first_name: 'x'.repeat(51) }) },
      ['customers 2 first_name is longer than 50 characters'],
    ],
    [
      'customer twice',
      { customers: csv(goodCustomer, { ...goodCustomer, customer_id: 'c2' }, goodCustomer) },
      ['customers 4 customer_id stands on line 2 already'],
    ],
    [
      'customer on the books',
      { customers: csv({ ...goodCustomer, customer_id: '700001' }) },
      ['customers 2 customer_id is on the books already'],
    ],
    [
      'several problems at once',
      { customers: csv({ ...goodCustomer, phone: '1', zip: '2' }) },
      ['customers 2 phone is not 10 digits', 'customers 2 zip is not a zip code such as 04101 or 04101-1234'],
    ],
    [
      'unknown column',
      { customers: csv({ ...goodCustomer, shoe_size: '42' }) },
      ['customers 1 shoe_size is not a column of this file'],
    ],
    [
      'column twice',
      { customers: ['customer_id,first_name,first_name', 'c1,Ada,Ada'] },
      ['customers 1 first_name stands twice in the header'],
    ],
    [
      'missing column',
      { loans: csv({ account_number: 'l1' }) },
      ['principal', 'billing_frequency', 'installment', 'interest_accrued_through'].map(
        (column) => `loans 1 ${column} is missing from the header`,
      ),
    ],
    [
      'field too few',
      { customers: ['customer_id,first_name,last_name', 'c1,Ada'] },
      ['customers 2  has 2 fields where the header has 3'],
    ],
    [
      'field too many',
      { customers: ['customer_id,first_name,last_name', 'c1,Ada,Byron,King'] },
      ['customers 2  has 4 fields where the header has 3'],
    ],
    ['empty file', { customers: '' }, ['customers 1  is empty: a header is needed']],
    [
      'quote in a field',
      { customers: ['customer_id,first_name,last_name', 'c1,A"da,Byron'] },
      ['customers 2  has a quote in the middle of a field'],
    ],
    [
      'quote never closed',
      { customers: ['customer_id,first_name,last_name', 'c1,"Ada,Byron', 'c2,Grace,Hopper'] },
      ['customers 3  ends inside a quote that was opened before'],
    ],
    ['unknown customer', { accounts: csv(goodDeposit) }, ['accounts 2 customer_id is no customer']],
    [
      'unknown kind of account',
      { customers: csv(goodCustomer), accounts: csv({ ...goodDeposit, type_code: '2' }) },
      ['accounts 2 type_code is not one of 0, 1, 3, 5, 6, 7, 8, 9'],
    ],
    [
      'account of tomorrow',
      { customers: csv(goodCustomer), accounts: csv({ ...goodDeposit, opened_on: '11/22/2026' }) },
      ['accounts 2 opened_on is later than today, 2026-11-21'],
    ],
    [
      'deposit without a balance',
      { customers: csv(goodCustomer), accounts: csv({ ...goodDeposit, balance: '' }) },
      ['accounts 2 balance is required'],
    ],
    [
      'more available than there is',
      { customers: csv(goodCustomer), accounts: csv({ ...goodDeposit, available_balance: '10.01' }) },
      ['accounts 2 available_balance is more than the balance'],
    ],
    [
      'unknown preference',
      { customers: csv(goodCustomer), accounts: csv({ ...goodDeposit, statement_preference: 'Fax' }) },
      ['accounts 2 statement_preference is not one of Electronic, Paper'],
    ],
    [
      'account twice',
      { customers: csv(goodCustomer), accounts: csv(goodDeposit, goodDeposit) },
      ['accounts 3 account_number stands on line 2 already'],
    ],
    [
      'account on the books',
      { accounts: csv({ ...goodDeposit, customer_id: '700001', account_number: '104-700001-2' }) },
      ['accounts 2 account_number is on the books already'],
    ],
    [
      'rate above one hundred percent',
      { customers: csv(goodCustomer), accounts: csv({ ...goodDeposit, rate: '100.0001' }) },
      ['accounts 2 rate is not a yearly rate in percent such as 6.49'],
    ],
    [
      'rate with five decimals',
      { customers: csv(goodCustomer), accounts: csv({ ...goodDeposit, rate: '6.12345' }) },
      ['accounts 2 rate is not a yearly rate in percent such as 6.49'],
    ],
    [
      'amount with a currency',
      { customers: csv(goodCustomer), accounts: csv({ ...goodDeposit, balance: '$10.00' }) },
      ['accounts 2 balance is not an amount such as 1234.56'],
    ],
    [
      'amount with parts of a cent',
      { customers: csv(goodCustomer), accounts: csv({ ...goodDeposit, balance: '10.001' }) },
      ['accounts 2 balance is not an amount such as 1234.56'],
    ],
    [
      'loan with a balance among the accounts',
      { customers: csv(goodCustomer), accounts: csv({ ...goodLoanAccount, balance: '10' }), loans: csv(goodLoan) },
      ['accounts 2 balance of a loan or line of credit stands in the loans file'],
    ],
    [
      'loan without a line of its own',
      { customers: csv(goodCustomer), accounts: csv(goodLoanAccount) },
      ['accounts 2 account_number is a loan or line of credit without a line in the loans file'],
    ],
    ['loan without an account', { loans: csv(goodLoan) }, ['loans 2 account_number has no line in the accounts file']],
    [
      'loan on a deposit',
      { customers: csv(goodCustomer), accounts: csv(goodDeposit), loans: csv({ ...goodLoan, account_number: 'd1' }) },
      ['loans 2 account_number is no loan or line of credit in the accounts file'],
    ],
  ])('%s', async (_name, files, expected) => {
    const before = await everything();
    const report = await importTexts(files);
    expect(report.problems.map(({ file, line, column, reason }) => `${file} ${line} ${column} ${reason}`)).toEqual(
      expected,
    );
    expect(report.problemCount).toBe(expected.length);
    expect(report.imported).toEqual({ customers: 0, accounts: 0, loans: 0 });
    expect(await everything()).toEqual(before);
  });

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['negative principal', { principal: '-1' }, 'principal is not an amount such as 1234.56'],
    [
      'unknown rhythm',
      { billing_frequency: 'Yearly' },
      'billing_frequency is not one of Monthly, SemiMonthly, TwoWeeks, Weekly',
    ],
    ['no installment', { installment: '0' }, 'installment is not more than zero'],
    ['nothing due while something is owed', { next_due_on: '' }, 'next_due_on is required while something is owed'],
    ['a whole installment paid in part', { partial_paid: '100' }, 'partial_paid is not less than the installment'],
    ['a due day that is not the agreed one', { due_day: '15' }, 'next_due_on does not fall on the due day 15'],
    [
      'interest accrued through tomorrow',
      { interest_accrued_through: '2026-11-22' },
      'interest_accrued_through is later than today, 2026-11-21',
    ],
    ['a limit on a loan', { credit_limit: '5' }, 'credit_limit belongs to lines of credit only'],
    ['a due day beyond the month', { due_day: '32' }, 'due_day is not a whole number from 1 to 31'],
  ])('loan with %s', async (_name, changes, expected) => {
    const before = await everything();
    const report = await importTexts({
      customers: csv(goodCustomer),
      accounts: csv(goodLoanAccount),
      loans: csv({ ...goodLoan, ...changes }),
    });
    expect(report.problems.map(({ file, line, column, reason }) => `${file} ${line} ${column} ${reason}`)).toEqual([
      `loans 2 ${expected}`,
    ]);
    expect(await everything()).toEqual(before);
  });

  test('line of credit without a limit', async () => {
    const report = await importTexts({
      customers: csv(goodCustomer),
      accounts: csv({ ...goodLoanAccount, type_code: '9' }),
      loans: csv(goodLoan),
    });
    expect(report.problems).toMatchObject([
      { file: 'loans', column: 'credit_limit', reason: 'is required of a line of credit' },
    ]);
  });
});

test('lines that refer to a wrong line are not called wrong themselves', async () => {
  const report = await importTexts({
    customers: csv({ ...goodCustomer, zip: 'x' }),
    accounts: csv({ ...goodLoanAccount, rate: 'x' }),
    loans: csv(goodLoan),
  });
  expect(report.problems.map(({ file, column }) => `${file} ${column}`)).toEqual(['customers zip', 'accounts rate']);
});

test('of many problems a hundred are shown and all are counted', async () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => ({
    ...goodCustomer,
    customer_id: `many-${index}`,
    zip: 'x',
  }));
  const report = await importTexts({ customers: csv(...lines) });
  expect(report.problemCount).toBe(5_000);
  expect(report.problems).toHaveLength(100);
  expect(report.problems.at(-1)).toMatchObject({ line: 101, column: 'zip' });
});

test('duplicates are found across batches', async () => {
  const lines = Array.from({ length: 4_500 }, (_, index) => ({ ...goodCustomer, customer_id: `far-${index}` }));
  const report = await importTexts({ customers: csv(...lines, { ...goodCustomer, customer_id: 'far-3' }) });
  expect(report.problems).toEqual([
    { file: 'customers', line: 4_502, column: 'customer_id', reason: 'stands on line 5 already' },
  ]);
});

test('blanks, a byte order mark, empty lines and Windows line ends do not matter', async () => {
  const report = await importTexts({
    customers: '\uFEFFcustomer_id , first_name,last_name\r\n\r\n  windows-1 ,Ada , Byron \r\n',
  });
  expect(report).toMatchObject({ imported: { customers: 1 }, problemCount: 0 });
  expect(await host.findCustomer('windows-1')).toMatchObject({ personalName: 'Ada Byron' });
});

test.each(['O"Neill', "D'Arcy", 'Back\\slash', '{Braces}', 'Com,ma', 'NULL', 'Ünïcødé 名', '%s $1 \\x41'])(
  'the name %s arrives as it was written',
  async (name) => {
    const customerId = `named-${Buffer.from(name).toString('hex')}`.slice(0, 32);
    const quoted = `"${name.replaceAll('"', '""')}"`;
    const report = await importTexts({
      customers: ['customer_id,first_name,last_name', `${customerId},${quoted},Byron`],
    });
    expect(report.problems).toEqual([]);
    expect(await host.findCustomer(customerId)).toMatchObject({ firstName: name });
  },
);

describe('customers', () => {
  test('bring what they are asked for at registration, and whether they are let in', async () => {
    const report = await importTexts({
      customers: [
        'customer_id,first_name,last_name,email,zip,ssn,birth_place,drivers_license,mothers_maiden_name,restricted',
        "710001,Vera,Lindqvist,vera@example.com,04101,900710001,St. John’s,S-123 456,O'Brien,yes",
        '710002,Otto,Lindqvist,otto@example.com,04101,900710002,,,,',
      ],
    });
    expect(report.problems).toEqual([]);
    expect(await host.findCustomer('710001')).toMatchObject({ restricted: true });
    expect(await host.findCustomer('710002')).toMatchObject({ restricted: false });
    const facts = { ssn: '900710001', emailAddress: 'vera@example.com' };
    const said = { birthPlace: 'st johns', driversLicense: 's123456', mothersMaiden: 'Obrien' };
    expect(await host.findCustomerByIdentity({ ...facts, ...said })).toMatchObject({ customerId: '710001' });
    for (const fact of ['birthPlace', 'driversLicense', 'mothersMaiden'] as const) {
      expect(await host.findCustomerByIdentity({ ...facts, ...said, [fact]: 'something else' })).toBeUndefined();
    }
  });

  test('are refused with a restriction that is neither yes nor no', async () => {
    const { problems } = await importTexts({
      customers: ['customer_id,first_name,last_name,restricted', '710003,Ada,Lind,maybe'],
    });
    expect(problems).toEqual([{ file: 'customers', line: 2, column: 'restricted', reason: 'is not one of yes, no' }]);
  });
});
