import { describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import { ratePpm } from '#common/core/rates.ts';
import { readLine } from '#server/platform/import/import-columns.ts';
import {
  accountColumns,
  accountFromLine,
  type AccountLine,
  accountProblems,
  depositFromLine,
} from './account-lines.ts';

const checking: AccountLine = {
  account_number: 'd1',
  customer_id: 'c1',
  type_code: 1,
  description: 'Checking',
  opened_on: day('2026-01-02'),
  hold_code: '',
  status: '',
  statement_preference: '',
  rate: ratePpm(0),
  balance: cents(1_000),
  available_balance: null,
  maturity_on: null,
  name_on_account: '',
};
const loan: AccountLine = { ...checking, account_number: 'l1', type_code: 0, balance: null };

const read = (changes: Readonly<Record<string, string>> = {}) => {
  const fields = { account_number: 'd1', customer_id: 'c1', type_code: '1', description: 'Checking', ...changes };
  const all = { opened_on: '2026-01-02', ...fields };
  return readLine(accountColumns(day('2026-11-21')), Object.keys(all), Object.values(all));
};

describe('a line of the accounts file', () => {
  test('has no rate, holds or balance where the columns are left out', () => {
    expect(read()).toEqual({ values: { ...checking, balance: null } });
  });

  test('says how statements are sent', () => {
    expect(read({ statement_preference: 'Electronic' })).toMatchObject({
      values: { statement_preference: 'Electronic' },
    });
    expect(read({ statement_preference: 'Paper' })).toMatchObject({ values: { statement_preference: 'Paper' } });
  });

  test.each(['0', '1', '3', '5', '6', '7', '8', '9'])('may be of type %s', (type_code) => {
    expect(read({ type_code })).toMatchObject({ values: { type_code: Number(type_code) } });
  });

  test('of an unknown type is refused with the types there are', () => {
    expect(read({ type_code: '77' })).toEqual({
      problems: [{ column: 'type_code', reason: 'is not one of 0, 1, 3, 5, 6, 7, 8, 9' }],
    });
  });
});

describe('the balance', () => {
  const belongs = 'belongs in the loans file for a loan or line of credit';

  test.each<[string, AccountLine, string[]]>([
    ['of a deposit is right', checking, []],
    ['of a deposit is required', { ...checking, balance: null }, ['balance is required']],
    ['of a deposit may be available in full', { ...checking, available_balance: cents(1_000) }, []],
    ['of a deposit may be held in part', { ...checking, available_balance: cents(999) }, []],
    [
      'of a deposit is never less than what is available',
      { ...checking, available_balance: cents(1_001) },
      ['available_balance is more than the balance'],
    ],
    ['of a loan is in the loans file', loan, []],
    [
      'of a loan is refused here, with its other columns',
      { ...loan, balance: cents(0), available_balance: cents(0), maturity_on: day('2030-01-01') },
      [`balance ${belongs}`, `available_balance ${belongs}`, `maturity_on ${belongs}`],
    ],
    ['of a line of credit is refused here', { ...loan, type_code: 9, balance: cents(1) }, [`balance ${belongs}`]],
  ])('%s', (_title, line, expected) => {
    expect(accountProblems(line).map(({ column, reason }) => `${column} ${reason}`)).toEqual(expected);
  });
});

test('an account keeps its names and holds, and is shown', () => {
  const line: AccountLine = {
    ...checking,
    hold_code: 'NOX$',
    status: 'A',
    statement_preference: 'Paper',
    rate: ratePpm(5),
    name_on_account: 'Ada Byron',
  };
  expect(accountFromLine(line, 7)).toEqual({
    account_id: 7,
    account_number: 'd1',
    customer_id: 'c1',
    type_code: 1,
    description: 'Checking',
    opened_on: '2026-01-02',
    hold_code: 'NOX$',
    status: 'A',
    statement_preference: 'Paper',
    rate_ppm: 5,
    name_on_account: 'Ada Byron',
    hidden_from_web: false,
  });
});

test('a deposit holds what is not available', () => {
  const maturityOn = day('2030-01-01');
  const held = { ...checking, available_balance: cents(300), maturity_on: maturityOn };
  expect(depositFromLine(held, 7)).toEqual({
    account_id: 7,
    balance_cents: 1_000,
    held_cents: 700,
    maturity_on: maturityOn,
  });
  expect(depositFromLine(checking, 7).held_cents).toBe(0);
});
