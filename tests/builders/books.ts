import { day, type Day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import { ratePpm } from '#common/core/rates.ts';
import { type AccountTypeCode, typeCodes } from '#common/accounts/rules/account.ts';
import type { CustomersTable } from '#server/host/books/books-tables.ts';
import { loanColumns, noHolds } from '#server/host/books/loan-columns.ts';
import type { LoanState } from '#server/host/books/loan-state.ts';
import { depositOpening, loanOpening } from '#server/host/books/opening-balance.ts';
import {
  type NewAccount,
  type NewLoan,
  reserveAccountIds,
  writeBooks,
} from '#server/host/books/write-books.queries.ts';
import { type Database, inTransaction } from '#server/platform/db/database.ts';
import { lineState, loanState } from './loan-states.ts';

const usualOpening = { on: day('2026-11-01'), at: Temporal.Instant.from('2026-11-01T14:00:00Z') };

export async function addCustomer(
  database: Database,
  customerId: string,
  changes: Partial<CustomersTable> = {},
): Promise<void> {
  const customer: CustomersTable = {
    customer_id: customerId,
    company_number: 0,
    first_name: 'Ada',
    last_name: 'Byron',
    company_name: '',
    email_address: '',
    phone: '',
    second_phone: '',
    primary_phone: 1,
    phone_texting: false,
    second_phone_texting: false,
    birth_date_sealed: null,
    birth_date_index: null,
    ssn_sealed: null,
    ssn_index: null,
    ssn_ending_index: null,
    birth_place_index: null,
    drivers_license_index: null,
    mothers_maiden_index: null,
    address1: '',
    city: '',
    state: '',
    zip: '',
    branch: '101',
    restricted: false,
    ...changes,
  };
  await inTransaction(database, (transaction) => writeBooks(transaction, { customers: [customer] }));
}

interface AccountToAdd {
  readonly number: string;
  readonly customerId: string;
  readonly account?: Partial<NewAccount>;
}

interface Opening {
  readonly on: Day;
  readonly at: Temporal.Instant;
}

/** Adds a loan or line of credit in the given state, with its opening balance posted. */
export function addLoan(
  database: Database,
  {
    state = {},
    flags = {},
    line = false,
    opening = usualOpening,
    ...toAdd
  }: AccountToAdd & {
    readonly state?: Partial<LoanState>;
    readonly flags?: Partial<NewLoan>;
    readonly line?: boolean;
    readonly opening?: Opening;
  },
): Promise<number> {
  return inTransaction(database, async (transaction) => {
    const [accountId = 0] = await reserveAccountIds(transaction, 1);
    const loan = (line ? lineState : loanState)({ ...state, accountId });
    await writeBooks(transaction, {
      accounts: [accountRow(accountId, line ? typeCodes.lineOfCredit : typeCodes.loan, toAdd)],
      loans: [
        {
          original_amount_cents: loan.principalCents,
          term_payments: line ? null : 60,
          ...noHolds,
          ...loanColumns(loan),
          ...flags,
        },
      ],
      transfers: loanOpening(loan, opening),
    });
    return accountId;
  });
}

export function addDeposit(
  database: Database,
  {
    typeCode,
    balance,
    held = 0,
    ...toAdd
  }: AccountToAdd & {
    readonly typeCode: AccountTypeCode;
    readonly balance: number;
    readonly held?: number;
  },
): Promise<number> {
  return inTransaction(database, async (transaction) => {
    const [accountId = 0] = await reserveAccountIds(transaction, 1);
    await writeBooks(transaction, {
      accounts: [accountRow(accountId, typeCode, toAdd)],
      deposits: [{ account_id: accountId, balance_cents: cents(balance), held_cents: cents(held), maturity_on: null }],
      transfers: depositOpening(accountId, cents(balance), usualOpening),
    });
    return accountId;
  });
}

function accountRow(accountId: number, typeCode: AccountTypeCode, toAdd: AccountToAdd): NewAccount {
  return {
    account_id: accountId,
    account_number: toAdd.number,
    customer_id: toAdd.customerId,
    type_code: typeCode,
    description: 'An account',
    opened_on: day('2024-01-01'),
    hold_code: '',
    status: '',
    statement_preference: '',
    rate_ppm: ratePpm(73_000),
    name_on_account: 'Ada Byron',
    hidden_from_web: false,
    ...toAdd.account,
  };
}
