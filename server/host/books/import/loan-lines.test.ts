import { describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { ratePpm } from '#common/core/rates.ts';
import { readLine } from '#server/platform/import/import-columns.ts';
import { usualLine } from '#tests/builders/loan-lines.ts';
import {
  kindProblems,
  loanFileColumns,
  loanFromLine,
  type LoanLine,
  loanProblems,
  openingFromLine,
} from './loan-lines.ts';

const today = day('2026-11-21');
const texts = (problems: ReturnType<typeof loanProblems>) =>
  problems.map(({ column, reason }) => `${column} ${reason}`);

test('columns that are left out are zero or unknown', () => {
  const header = ['account_number', 'principal', 'billing_frequency', 'installment', 'interest_accrued_through'];
  const fields = ['l1', '1000', 'Monthly', '100', '2026-11-01'];
  expect(readLine(loanFileColumns(today), header, fields)).toEqual({ values: { ...usualLine, next_due_on: null } });
});

describe('a line of the loans file', () => {
  const paidOff = { principal: ZERO, next_due_on: null };
  const needsDueDay = ['next_due_on is required while something is owed'];

  test.each<[string, Partial<LoanLine>, string[]]>([
    ['is right if it is a usual one', {}, []],
    ['needs no due day if nothing is owed', paidOff, []],
    ['needs a due day while a cent of principal is owed', { ...paidOff, principal: cents(1) }, needsDueDay],
    ['needs one while a cent of interest is owed', { ...paidOff, accrued_interest: cents(1) }, needsDueDay],
    ['needs one while a cent of late charges is owed', { ...paidOff, late_charges: cents(1) }, needsDueDay],
    ['needs one while a cent of other fees is owed', { ...paidOff, other_fees: cents(1) }, needsDueDay],
    ['may lack a cent of the installment', { partial_paid: cents(9_999) }, []],
    ['cannot have paid it whole', { partial_paid: cents(10_000) }, ['partial_paid is not less than the installment']],
    ['may be due on its due day', { due_day: 1 }, []],
    ['cannot be due on another day', { due_day: 2 }, ['next_due_on does not fall on the due day 2']],
    ['may have a due day and nothing due', { ...paidOff, due_day: 2 }, []],
    ['may be due on any day if it is weekly', { due_day: 2, billing_frequency: 'Weekly' }, []],
  ])('%s', (_title, changes, expected) => {
    expect(texts(loanProblems({ ...usualLine, ...changes }))).toEqual(expected);
  });
});

test('a credit limit is for lines of credit, and needed there', () => {
  const limited = { ...usualLine, credit_limit: cents(1) };
  expect(texts(kindProblems(usualLine, 'loan'))).toEqual([]);
  expect(texts(kindProblems(limited, 'lineOfCredit'))).toEqual([]);
  expect(texts(kindProblems(limited, 'loan'))).toEqual(['credit_limit applies only to lines of credit']);
  expect(texts(kindProblems(usualLine, 'lineOfCredit'))).toEqual(['credit_limit is required for a line of credit']);
});

describe('a converted loan', () => {
  const account = { accountId: 7, kind: 'loan', rate: ratePpm(50_000) } as const;
  const graceOver = { today, graceDays: 10 };
  const convert = (changes: Partial<LoanLine>) => loanFromLine({ ...usualLine, ...changes }, account, graceOver);

  test('goes on with the figures of the file', () => {
    const figures = {
      maturity_on: day('2030-01-15'),
      partial_paid: cents(50),
      late_charges: cents(2_500),
      other_fees: cents(300),
      accrued_interest: cents(12),
      loan_type: 'AUTO',
      next_due_on: day('2026-12-15'),
    };
    expect(convert(figures)).toEqual({
      ...account,
      billingFrequency: 'Monthly',
      installmentCents: 10_000,
      dueDay: 15,
      formerSchedules: [],
      formerTerms: [],
      maturityOn: '2030-01-15',
      creditLimitCents: 0,
      nextDueOn: '2026-12-15',
      partialPaidCents: 50,
      principalCents: 100_000,
      lateChargesCents: 2_500,
      otherFeesCents: 300,
      accruedThrough: '2026-11-01',
      // Twelve cents, in cents times parts per million times days.
      accruedNumerator: 12n * 365n * 1_000_000n,
      lateChargeFor: null,
      chargedOffOn: null,
      loanType: 'AUTO',
    });
  });

  test('keeps a due day that a short month hides, and has the first without any', () => {
    expect(convert({ due_day: 31, next_due_on: day('2026-11-30') }).dueDay).toBe(31);
    expect(convert({ principal: ZERO, next_due_on: null }).dueDay).toBe(1);
  });

  test('keeps its credit limit', () => {
    expect(convert({ credit_limit: cents(500_000) }).creditLimitCents).toBe(500_000);
  });

  test.each<[string, Partial<LoanLine>, string | null]>([
    ['no late charge while the grace period runs', { next_due_on: day('2026-11-11') }, null],
    ['a late charge for an installment whose grace period is over', { next_due_on: day('2026-11-10') }, '2026-11-10'],
    ['a late charge for the newest of several', { next_due_on: day('2026-08-10') }, '2026-11-10'],
    [
      'late charges through the day of the file',
      { next_due_on: day('2026-08-10'), late_charged_through: day('2026-09-10') },
      '2026-09-10',
    ],
    ['no late charge when paid off', { principal: ZERO, next_due_on: null }, null],
  ])('has %s', (_title, changes, expected) => {
    expect(convert(changes).lateChargeFor).toBe(expected);
  });
});

test('figures from before stay unknown where the file has none', () => {
  const known = {
    interest_paid_this_year: cents(1),
    interest_paid_last_year: cents(2),
    fees_charged_this_year: cents(3),
    paid_principal: cents(4),
    paid_interest: cents(5),
    paid_fees: cents(6),
    last_payment_on: day('2026-11-01'),
    last_payment_amount: cents(7),
  };
  expect(openingFromLine({ ...usualLine, ...known }, 9, today)).toEqual({
    account_id: 9,
    began_on: today,
    interest_this_year_cents: 1,
    interest_last_year_cents: 2,
    fees_this_year_cents: 3,
    paid_principal_cents: 4,
    paid_interest_cents: 5,
    paid_fees_cents: 6,
    last_paid_on: '2026-11-01',
    last_paid_cents: 7,
  });
  expect(Object.values(openingFromLine(usualLine, 9, today))).toEqual([9, today, ...Array(8).fill(null)]);
});
