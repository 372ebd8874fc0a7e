import { sql } from 'kysely';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { type Columns, insertMany } from '#server/platform/db/insert-many.ts';
import type { AccountsTable, CustomersTable, DepositsTable, LoanOpeningsTable, LoansTable } from './books-tables.ts';
import type { NewTransfer } from './transfer.ts';

/** Complete new accounts, written by the import and the demonstration. */
export interface BooksBatch {
  readonly customers?: readonly CustomersTable[];
  readonly accounts?: readonly NewAccount[];
  readonly loans?: readonly NewLoan[];
  /** For converted loans. */
  readonly openings?: readonly NewOpening[];
  readonly deposits?: readonly DepositsTable[];
  readonly transfers?: readonly NewTransfer[];
}

export type NewAccount = Omit<AccountsTable, 'account_id' | 'figures_as_of' | 'described_as_of'> & {
  readonly account_id: number;
};
export type NewOpening = Omit<LoanOpeningsTable, 'figures_on' | 'recovered_cents'>;
export type NewLoan = Omit<
  LoansTable,
  | 'accrued_numerator'
  | 'former_schedules'
  | 'former_terms'
  | 'lien_released_on'
  | 'lien_reference'
  | 'charged_off_on'
  | 'charged_off_cents'
> & {
  readonly accrued_numerator: string;
};

/** Writes in bulk: a few statements for any number of rows. */
export async function writeBooks(transaction: Transaction, batch: BooksBatch): Promise<void> {
  await insertRows(transaction, 'customers', customerColumns, batch.customers ?? []);
  await insertRows(transaction, 'accounts', accountColumns, batch.accounts ?? []);
  await insertRows(transaction, 'loans', loanColumnTypes, batch.loans ?? []);
  await insertRows(transaction, 'loan_openings', openingColumns, batch.openings ?? []);
  await insertRows(transaction, 'deposits', depositColumns, batch.deposits ?? []);
  await writeTransfers(transaction, batch.transfers ?? []);
}

export function reserveAccountIds(transaction: Transaction, count: number): Promise<number[]> {
  return reserveIds(transaction, 'accounts', 'account_id', count);
}

/** Updates planner statistics after large writes; the embedded database has no autovacuum. */
export async function refreshStatistics(database: Queryable): Promise<void> {
  await sql`analyze customers, customer_name_words, name_spellings, accounts, loans, deposits, transfers, postings`.execute(
    database,
  );
}

/** Returns their ids, in their order. */
export async function writeTransfers(transaction: Transaction, transfers: readonly NewTransfer[]): Promise<number[]> {
  const ids = await reserveIds(transaction, 'transfers', 'transfer_id', transfers.length);
  const numbered = transfers.map((transfer, index) => ({ transfer, transfer_id: ids[index] }));
  await insertRows(
    transaction,
    'transfers',
    transferColumns,
    numbered.map(({ transfer, transfer_id }) => ({
      transfer_id,
      description: transfer.description,
      effective_on: transfer.effectiveOn,
      posted_at: transfer.postedAt.toString(),
      payment_id: transfer.paymentId,
      counted_cents: transfer.countedCents,
      reverses_transfer_id: transfer.reversesTransferId,
    })),
  );
  await insertRows(
    transaction,
    'postings',
    postingColumns,
    numbered.flatMap(({ transfer, transfer_id }) =>
      transfer.postings.map((posting, index) => ({
        transfer_id,
        line: index + 1,
        ledger_code: posting.ledgerCode,
        account_id: posting.accountId,
        amount_cents: posting.amountCents,
      })),
    ),
  );
  return ids;
}

async function reserveIds(transaction: Transaction, table: string, column: string, count: number): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] | null }>`
    with numbering as materialized (select pg_get_serial_sequence(${table}, ${column})::regclass as sequence)
    select array_agg(nextval(sequence)) as ids
    from numbering, generate_series(1, ${count}::integer)`.execute(transaction);
  return rows[0]?.ids ?? [];
}

/** Large enough for few statements, small enough for memory. */
const ROWS_PER_STATEMENT = 5_000;

async function insertRows<Row extends object>(
  transaction: Transaction,
  table: string,
  columns: Columns<Row>,
  rows: readonly Row[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await insertMany(table, columns, rows.slice(start, start + ROWS_PER_STATEMENT)).execute(transaction);
  }
}

const customerColumns: Columns<CustomersTable> = {
  customer_id: 'text',
  company_number: 'integer',
  first_name: 'text',
  last_name: 'text',
  company_name: 'text',
  email_address: 'text',
  phone: 'text',
  second_phone: 'text',
  primary_phone: 'smallint',
  phone_texting: 'boolean',
  second_phone_texting: 'boolean',
  birth_date_sealed: 'bytea',
  birth_date_index: 'bytea',
  ssn_sealed: 'bytea',
  ssn_index: 'bytea',
  ssn_ending_index: 'bytea',
  birth_place_index: 'bytea',
  drivers_license_index: 'bytea',
  mothers_maiden_index: 'bytea',
  address1: 'text',
  city: 'text',
  state: 'text',
  zip: 'text',
  branch: 'text',
  restricted: 'boolean',
};

const accountColumns: Columns<NewAccount> = {
  account_id: 'bigint',
  account_number: 'text',
  customer_id: 'text',
  type_code: 'smallint',
  description: 'text',
  opened_on: 'date',
  hold_code: 'text',
  status: 'text',
  statement_preference: 'text',
  rate_ppm: 'integer',
  name_on_account: 'text',
  hidden_from_web: 'boolean',
};

export const loanColumnTypes: Columns<NewLoan> = {
  account_id: 'bigint',
  original_amount_cents: 'bigint',
  credit_limit_cents: 'bigint',
  term_payments: 'integer',
  maturity_on: 'date',
  billing_frequency: 'text',
  installment_cents: 'bigint',
  due_day: 'smallint',
  next_due_on: 'date',
  partial_paid_cents: 'bigint',
  principal_cents: 'bigint',
  late_charges_cents: 'bigint',
  other_fees_cents: 'bigint',
  accrued_through: 'date',
  accrued_numerator: 'bigint',
  late_charge_for: 'date',
  loan_type: 'text',
  locked_for_payoff: 'boolean',
  in_dispute: 'boolean',
  only_immediate_payments: 'boolean',
  online_blocked: 'boolean',
  ach_blocked: 'boolean',
  card_blocked: 'boolean',
  recurring_blocked: 'boolean',
  history_blocked: 'boolean',
};

const openingColumns: Columns<NewOpening> = {
  account_id: 'bigint',
  began_on: 'date',
  interest_this_year_cents: 'bigint',
  interest_last_year_cents: 'bigint',
  fees_this_year_cents: 'bigint',
  paid_principal_cents: 'bigint',
  paid_interest_cents: 'bigint',
  paid_fees_cents: 'bigint',
  last_paid_on: 'date',
  last_paid_cents: 'bigint',
};

const depositColumns: Columns<DepositsTable> = {
  account_id: 'bigint',
  balance_cents: 'bigint',
  held_cents: 'bigint',
  maturity_on: 'date',
};

const transferColumns = {
  transfer_id: 'bigint',
  description: 'text',
  effective_on: 'date',
  posted_at: 'timestamptz',
  payment_id: 'text',
  counted_cents: 'bigint',
  reverses_transfer_id: 'bigint',
};

const postingColumns = {
  transfer_id: 'bigint',
  line: 'smallint',
  ledger_code: 'smallint',
  account_id: 'bigint',
  amount_cents: 'bigint',
};
