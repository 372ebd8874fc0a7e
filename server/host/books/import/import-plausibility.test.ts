import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { ZERO } from '#common/core/money.ts';
import { defaultLengths } from '#common/institution/institution-lengths.ts';
import type { ImportProblem } from '#server/platform/import/import-problems.ts';
import {
  createImportScene,
  csv,
  goodCustomer,
  goodLoan,
  goodLoanAccount,
  type ImportScene,
} from '#tests/builders/import-scene.ts';
import { servicingRules } from '#tests/builders/loan-states.ts';
import { importBooks } from './import-books.ts';

/** As of 2026-11-21, a loan opened on 2026-01-02. */
let scene: ImportScene;

beforeAll(async () => {
  scene = await createImportScene();
});
afterAll(() => scene.close());

const said = ({ file, line, column, reason }: ImportProblem) => `${file} ${line} ${column} ${reason}`;

type Changes = Readonly<Record<string, string>>;

function filesOf(loan: Changes, account: Changes = {}, key = 'l1') {
  return {
    customers: csv({ ...goodCustomer, customer_id: `c-${key}` }),
    accounts: csv({ ...goodLoanAccount, customer_id: `c-${key}`, account_number: key, ...account }),
    loans: csv({ ...goodLoan, account_number: key, ...loan }),
  };
}

describe('an impossible value is refused with its line and column', () => {
  test.each<[string, Changes, string, Changes?]>([
    [
      'due before it was opened',
      { next_due_on: '2026-01-01', due_day: '1' },
      'next_due_on is before the account was opened, 2026-01-02',
    ],
    [
      'due after its last installment',
      { maturity_on: '2026-10-31' },
      'next_due_on is after the last installment; the loan matures on 2026-10-31',
    ],
    [
      'mature when it was opened',
      { maturity_on: '2026-01-02' },
      'maturity_on is not after the day the account was opened, 2026-01-02',
    ],
    [
      'earning before it was opened',
      { interest_accrued_through: '1900-01-01' },
      'interest_accrued_through is before the account was opened, 2026-01-02',
    ],
    [
      'owing interest without a rate',
      { accrued_interest: '0.01' },
      'accrued_interest is owed on an account whose rate is zero',
      { rate: '0' },
    ],
    [
      'an installment beyond a bank entry',
      { installment: '100000000' },
      'installment is more than a bank draft can hold, $99,999,999.99',
    ],
    [
      'charged before it was opened',
      { late_charged_through: '2026-01-01' },
      'late_charged_through is before the account was opened, 2026-01-02',
    ],
    [
      'charged on another day',
      { late_charged_through: '2026-10-02' },
      'late_charged_through is not a due day of the loan',
    ],
    [
      'charged on a Tuesday instead of a Wednesday',
      { billing_frequency: 'Weekly', next_due_on: '2026-11-11', late_charged_through: '2026-11-03' },
      'late_charged_through is not a due day of the loan',
    ],
    [
      'charged tomorrow',
      { late_charged_through: '2026-11-22' },
      'late_charged_through is later than today, 2026-11-21',
    ],
    ['of an unknown type', { loan_type: 'AUTO' }, 'loan_type is not known: the institution has no loan types'],
    [
      'paid before it was opened',
      { last_payment_on: '2026-01-01', last_payment_amount: '5' },
      'last_payment_on is before the account was opened, 2026-01-02',
    ],
    [
      'half a last payment',
      { last_payment_on: '2026-11-01' },
      'last_payment_amount is required with the other column of the last payment',
    ],
    [
      'more interest in a year than ever',
      { paid_interest: '10', interest_paid_this_year: '6', interest_paid_last_year: '4.01' },
      'paid_interest is less than the interest paid this year and last year',
    ],
  ])('a loan %s', async (_name, loan, reason, account) => {
    const { imported, problems } = await scene.importTexts(filesOf(loan, account), { acceptUnlikely: true });
    expect(problems.map(said)).toContain(`loans 2 ${reason}`);
    expect(imported.loans).toBe(0);
  });
});

test('a loan of an unknown type is refused with the types that the institution has', async () => {
  const { institution } = scene.destination;
  const lateChargeByLoanType = { AUTO: servicingRules.lateCharge, BOAT: servicingRules.lateCharge };
  const destination = {
    ...scene.destination,
    institution: { ...institution, servicing: { ...servicingRules, lateChargeByLoanType } },
  };
  const problemsOf = async (loanType: string) => {
    const { customers, accounts, loans } = filesOf({ loan_type: loanType });
    const text = (lines: readonly string[]) => Readable.from([lines.join('\n')]);
    const sources = { customers: text(customers), accounts: text(accounts), loans: text(loans) };
    return (await importBooks(destination, sources, { acceptUnlikely: true, dryRun: true })).problems;
  };
  expect(await problemsOf('CAR')).toEqual([
    { file: 'loans', line: 2, column: 'loan_type', reason: 'is not one of AUTO, BOAT' },
  ]);
  expect(await problemsOf('BOAT')).toEqual([]);
});

test('a loan refused for one column against another is not checked against its account', async () => {
  const { problems } = await scene.importTexts(filesOf({ partial_paid: '100', credit_limit: '5000' }));
  expect(problems.map(({ column, reason }) => `${column} ${reason}`)).toEqual([
    'partial_paid is not less than the installment',
  ]);
});

describe('a value at the limit is accepted', () => {
  test.each<[string, Changes]>([
    ['due on the day it was opened', { next_due_on: '2026-01-02', due_day: '2', late_charged_through: '2026-11-02' }],
    ['due last on the day after maturity', { maturity_on: '2026-11-02' }],
    ['mature the day after it was opened', { maturity_on: '2026-01-03', next_due_on: '2026-02-01' }],
    ['earning since it was opened', { interest_accrued_through: '2026-01-02' }],
    ['the largest installment of all', { installment: '99999999.99' }],
    [
      'interest of both years and no more',
      { paid_interest: '10', interest_paid_this_year: '6', interest_paid_last_year: '4' },
    ],
  ])('a loan %s', async (name, loan) => {
    const key = `ok-${name.length}-${Object.keys(loan).length}`;
    expect(await scene.importTexts(filesOf(loan, {}, key), { acceptUnlikely: true })).toMatchObject({ problems: [] });
  });
});

describe('a suspicious value is listed and imported only if accepted', () => {
  test.each<[string, Changes, string, Changes?]>([
    [
      'unpaid for more than a year',
      { next_due_on: '2025-11-01' },
      'next_due_on is more than a year ago: 13 installments are unpaid',
      { opened_on: '2025-01-02' },
    ],
    ['due in a far future', { next_due_on: '2027-03-01' }, 'next_due_on is more than three months ahead'],
    ['of more than fifty years', { maturity_on: '2076-01-03' }, 'maturity_on is fifty years after opening'],
    [
      'mature with a balance',
      { maturity_on: '2026-11-20', next_due_on: '2026-11-01' },
      'maturity_on is past, and the loan still has a balance',
    ],
    ['owing more than was lent', { original_amount: '999.99' }, 'principal is more than was lent'],
    [
      'paid off by one installment',
      { original_amount: '1000', installment: '1000.01' },
      'installment is more than was lent',
    ],
    ['that never ends', { installment: '4.10' }, 'installment is less than the interest of one period'],
    ['with more charges than principal', { late_charges: '1000.01' }, 'late_charges are more than the principal'],
    [
      'earning too much',
      { accrued_interest: '41.65' },
      'accrued_interest is more than the account can have earned since it was opened',
    ],
    [
      'that does not add up',
      { original_amount: '1600', paid_principal: '599.99' },
      'paid_principal and the principal do not add up to what was lent',
    ],
    ['closed with a balance', {}, 'principal is owed on an account that is closed', { hold_code: 'CLOSED' }],
  ])('a loan %s', async (_name, loan, reason, account) => {
    const report = await scene.importTexts(filesOf(loan, account));
    expect(report).toMatchObject({ imported: { loans: 0 }, problemCount: 0 });
    expect(report.unlikely.map(said)).toEqual([`loans 2 ${reason}`]);
  });

  test.each<[string, Changes, string]>([
    ['rate', { rate: '36.01' }, 'accounts 2 rate is more than 36 percent a year'],
    ['age', { opened_on: '1966-11-20' }, 'accounts 2 opened_on is more than sixty years ago'],
  ])('an account of such a %s', async (_name, account, reason) => {
    const report = await scene.importTexts(filesOf({}, account));
    expect(report.unlikely.map(said)).toContain(reason);
  });

  test.each<[string, string, number]>([
    ['of another institution', '101-80009-4', 1],
    ['without dashes', '10170000011', 1],
    ['of this institution', '1017-000001-1', 0],
  ])('an account number %s, where numbers have 4, 6 and 1 digits', async (_name, number, count) => {
    const lengths = { ...defaultLengths, LoanOfficeLength: 4, LoanAccountLength: 6, LoanCheckDigitLength: 1 };
    const files = filesOf({ account_number: number }, { account_number: number }, `shape-${number}`);
    const report = await scene.importTexts(files, { acceptUnlikely: false, dryRun: true }, lengths);
    expect(report.unlikely.map(said)).toEqual(
      Array.from(
        { length: count },
        () =>
          'accounts 2 account_number does not look like 0000-000000-0 (LoanOfficeLength, LoanAccountLength, LoanCheckDigitLength of institutionOptions); its owner could not register with it',
      ),
    );
    expect(report).toMatchObject({ problems: [] });
  });

  test('everything is imported once accepted', async () => {
    const files = filesOf({ next_due_on: '2027-03-01' }, {}, 'far');
    expect(await scene.importTexts(files)).toMatchObject({ imported: { loans: 0 }, unlikelyCount: 1 });
    expect(await scene.importTexts(files, { acceptUnlikely: true })).toMatchObject({
      imported: { loans: 1 },
      unlikelyCount: 1,
    });
  });

  test('and ordinary values are not listed', async () => {
    const loan = {
      original_amount: '1600',
      paid_principal: '600',
      installment: '1600',
      late_charges: '1000',
      accrued_interest: '41.64',
      next_due_on: '2027-02-21',
    };
    expect(await scene.importTexts(filesOf(loan, { rate: '36' }, 'likely'))).toMatchObject({
      unlikely: [],
      imported: { loans: 1 },
    });
  });
});

describe('late charges of the former system', () => {
  const delinquent = { next_due_on: '2026-07-01', late_charges: '125' };
  const on = day('2026-11-23');
  const assess = async () => {
    const before = await scene.host.countLateCharges(on);
    const { accountNumbers } = await scene.host.listLateLoans({ on, after: null, limit: 1_000 });
    const loans = accountNumbers.map((accountNumber) => ({ accountNumber, expectedCents: ZERO }));
    await scene.host.assessLateCharges({ on, postedAt: Temporal.Instant.from('2026-11-23T23:00:00Z'), loans });
    return (await scene.host.countLateCharges(on)) - before;
  };

  test('are not repeated, unless the file says some were not made', async () => {
    await scene.importTexts(filesOf(delinquent, {}, 'charged'));
    expect(await assess()).toBe(0);
    await scene.importTexts(
      filesOf({ ...delinquent, late_charges: '50', late_charged_through: '2026-08-01' }, {}, 'partly'),
    );
    expect(await assess()).toBe(3);
    const found = await scene.host.findLoan('c-partly', 'partly', day('2026-11-23'));
    expect(found?.lateChargesCents).toBe(5_000 + 3 * 2_500);
    expect(await assess()).toBe(0);
  });
});
