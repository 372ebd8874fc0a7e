import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createImportScene,
  csv,
  goodCustomer,
  goodDeposit,
  goodLoan,
  goodLoanAccount,
  type ImportFiles,
  type ImportScene,
} from '#tests/builders/import-scene.ts';

let scene: ImportScene;

beforeAll(async () => {
  scene = await createImportScene();
  await scene.importSamples();
});
afterAll(() => scene.close());

describe('a bad line is reported and nothing is imported', () => {
  test.each<[string, ImportFiles, string[]]>([
    [
      'customer without a number',
      { customers: csv({ ...goodCustomer, customer_id: '' }) },
      ['customers 2 customer_id is required'],
    ],
    [
      'second customer without a number, which is not the first one again',
      { customers: csv({ ...goodCustomer, customer_id: '' }, { ...goodCustomer, customer_id: '' }) },
      ['customers 2 customer_id is required', 'customers 3 customer_id is required'],
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
      'bad email address',
      { customers: csv({ ...goodCustomer, email: 'ada@' }) },
      ['customers 2 email is not an email address'],
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
      ['customers 4 customer_id is already on line 2'],
    ],
    [
      'customer on the books',
      { customers: csv({ ...goodCustomer, customer_id: '700001' }) },
      ['customers 2 customer_id was already imported'],
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
      ['customers 1 first_name appears twice in the header'],
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
      'line that ends before its number',
      { customers: ['first_name,last_name,customer_id', 'Ada,Byron'] },
      ['customers 2  has 2 fields where the header has 3'],
    ],
    [
      'field too many',
      { customers: ['customer_id,first_name,last_name', 'c1,Ada,Byron,King'] },
      ['customers 2  has 4 fields where the header has 3'],
    ],
    ['empty file', { customers: '' }, ['customers 1  is empty; it needs a header']],
    [
      'quote in a field',
      { customers: ['customer_id,first_name,last_name', 'c1,A"da,Byron'] },
      ['customers 2  has a quote in the middle of a field'],
    ],
    [
      'semicolons between columns',
      { customers: ['customer_id;first_name;last_name', 'c1;"Ada";Byron'] },
      ['customers 1  separates columns with “;”; export the file again with commas'],
    ],
    [
      'quote never closed',
      { customers: ['customer_id,first_name,last_name', 'c1,"Ada,Byron', 'c2,Grace,Hopper'] },
      ['customers 3  ends inside a quote that was opened before'],
    ],
    ['unknown customer', { accounts: csv(goodDeposit) }, ['accounts 2 customer_id is not a known customer']],
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
      ['accounts 3 account_number is already on line 2'],
    ],
    [
      'account on the books',
      { accounts: csv({ ...goodDeposit, customer_id: '700001', account_number: '104-700001-2' }) },
      ['accounts 2 account_number was already imported'],
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
      ['accounts 2 balance belongs in the loans file for a loan or line of credit'],
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
      ['loans 2 account_number is not a loan or line of credit in the accounts file'],
    ],
  ])('%s', async (_name, files, expected) => {
    const before = await scene.countEverything();
    const report = await scene.importTexts(files);
    expect(report.problems.map(({ file, line, column, reason }) => `${file} ${line} ${column} ${reason}`)).toEqual(
      expected,
    );
    expect(report.problemCount).toBe(expected.length);
    expect(report.imported).toEqual({ customers: 0, accounts: 0, loans: 0, history: 0 });
    expect(await scene.countEverything()).toEqual(before);
  });

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['negative principal', { principal: '-1' }, 'principal is not an amount such as 1234.56'],
    [
      'unknown billing frequency',
      { billing_frequency: 'Yearly' },
      'billing_frequency is not one of Monthly, SemiMonthly, TwoWeeks, Weekly',
    ],
    ['no installment', { installment: '0' }, 'installment is not more than zero'],
    ['nothing due while something is owed', { next_due_on: '' }, 'next_due_on is required while something is owed'],
    ['a partly paid installment', { partial_paid: '100' }, 'partial_paid is not less than the installment'],
    ['a due day that is not the agreed one', { due_day: '15' }, 'next_due_on does not fall on the due day 15'],
    [
      'interest accrued through tomorrow',
      { interest_accrued_through: '2026-11-22' },
      'interest_accrued_through is later than today, 2026-11-21',
    ],
    ['a limit on a loan', { credit_limit: '5' }, 'credit_limit applies only to lines of credit'],
    ['a due day beyond the month', { due_day: '32' }, 'due_day is not a whole number from 1 to 31'],
  ])('loan with %s', async (_name, changes, expected) => {
    const before = await scene.countEverything();
    const report = await scene.importTexts({
      customers: csv(goodCustomer),
      accounts: csv(goodLoanAccount),
      loans: csv({ ...goodLoan, ...changes }),
    });
    expect(report.problems.map(({ file, line, column, reason }) => `${file} ${line} ${column} ${reason}`)).toEqual([
      `loans 2 ${expected}`,
    ]);
    expect(await scene.countEverything()).toEqual(before);
  });

  test('line of credit without a limit', async () => {
    const report = await scene.importTexts({
      customers: csv(goodCustomer),
      accounts: csv({ ...goodLoanAccount, type_code: '9' }),
      loans: csv(goodLoan),
    });
    expect(report.problems).toMatchObject([
      { file: 'loans', column: 'credit_limit', reason: 'is required for a line of credit' },
    ]);
  });
});

test('lines that refer to a bad line are not reported themselves', async () => {
  const report = await scene.importTexts({
    customers: csv({ ...goodCustomer, zip: 'x' }),
    accounts: csv({ ...goodLoanAccount, rate: 'x' }),
    loans: csv(goodLoan),
  });
  expect(report.problems.map(({ file, column }) => `${file} ${column}`)).toEqual(['customers zip', 'accounts rate']);
});

test('a bad line of one file is reported although right lines of others refer to what it left unwritten', async () => {
  const report = await scene.importTexts({
    customers: csv(goodCustomer, { ...goodCustomer, customer_id: 'c2', zip: 'x' }),
    accounts: csv(goodLoanAccount, goodDeposit),
    loans: csv(goodLoan),
  });
  expect(report.problems.map(({ file, line, column }) => `${file} ${line} ${column}`)).toEqual(['customers 3 zip']);
});

test('all problems are counted and the first hundred shown', async () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => ({
    ...goodCustomer,
    customer_id: `many-${index}`,
    zip: 'x',
  }));
  const report = await scene.importTexts({ customers: csv(...lines) });
  expect(report.problemCount).toBe(5_000);
  expect(report.problems).toHaveLength(100);
  expect(report.problems.at(-1)).toMatchObject({ line: 101, column: 'zip' });
});

test('duplicates are found across batches', async () => {
  const lines = Array.from({ length: 4_500 }, (_, index) => ({ ...goodCustomer, customer_id: `far-${index}` }));
  const report = await scene.importTexts({ customers: csv(...lines, { ...goodCustomer, customer_id: 'far-3' }) });
  expect(report.problems).toEqual([
    { file: 'customers', line: 4_502, column: 'customer_id', reason: 'is already on line 5' },
  ]);
});
