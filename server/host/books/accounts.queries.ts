import { sql } from 'kysely';
import { type AccountKind, kindOfAccount, typeCodes } from '#common/accounts/rules/account.ts';
import { anyOf, asTable } from '#server/platform/db/insert-many.ts';
import { prepareStatement } from '#server/platform/db/prepared-statement.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { WantedDueDay } from '#server/host/host.ts';
import type { AccountRow, LoanRow } from './account-rows.ts';
import type { BooksTables } from './books-tables.ts';

const accountColumns = [
  'accounts.account_id',
  'accounts.account_number',
  'accounts.customer_id',
  'accounts.type_code',
  'accounts.description',
  'accounts.opened_on',
  'accounts.hold_code',
  'accounts.status',
  'accounts.statement_preference',
  'accounts.rate_ppm',
  'accounts.name_on_account',
  'accounts.hidden_from_web',
  'accounts.figures_as_of',
  'accounts.described_as_of',
] as const;

const loanColumns = [
  'loans.original_amount_cents',
  'loans.credit_limit_cents',
  'loans.term_payments',
  'loans.maturity_on',
  'loans.billing_frequency',
  'loans.installment_cents',
  'loans.due_day',
  'loans.former_schedules',
  'loans.former_terms',
  'loans.next_due_on',
  'loans.partial_paid_cents',
  'loans.principal_cents',
  'loans.late_charges_cents',
  'loans.other_fees_cents',
  'loans.accrued_through',
  'loans.late_charge_for',
  'loans.loan_type',
  'loans.locked_for_payoff',
  'loans.in_dispute',
  'loans.only_immediate_payments',
  'loans.online_blocked',
  'loans.ach_blocked',
  'loans.card_blocked',
  'loans.recurring_blocked',
  'loans.history_blocked',
  'loans.lien_released_on',
  'loans.lien_reference',
  'loans.charged_off_on',
  'loans.charged_off_cents',
] as const;

/** The order of kinds in the list; accounts of one kind are sorted by number. */
const placeInList: Readonly<Record<AccountKind, number>> = { loan: 0, lineOfCredit: 1, deposit: 2, investment: 3 };

const kindOrder = sql`case type_code ${sql.join(
  Object.values(typeCodes).map((code) => sql`when ${sql.lit(code)} then ${sql.lit(placeInList[kindOfAccount(code)])}`),
  sql` `,
)} end`;

type AccountsOfCustomer = (database: Queryable, customerId: string) => Promise<AccountRow[]>;

export const selectAccounts: AccountsOfCustomer = prepareStatement((database, customerId: string) =>
  accountsOfCustomer(database, customerId).where('accounts.hidden_from_web', '=', false),
);

/** Covers hidden accounts. */
export const selectAllAccounts: AccountsOfCustomer = prepareStatement(accountsOfCustomer);

/** One index lookup by customer, so the cost doesn't depend on the number of customers. */
function accountsOfCustomer(database: Queryable, customerId: string) {
  return database
    .withTables<BooksTables>()
    .selectFrom('accounts')
    .leftJoin('loans', 'loans.account_id', 'accounts.account_id')
    .leftJoin('deposits', 'deposits.account_id', 'accounts.account_id')
    .select([...accountColumns, ...loanColumns, 'deposits.balance_cents', 'deposits.held_cents'])
    .select(sql<string | null>`loans.accrued_numerator::text`.as('accrued_numerator'))
    .where('accounts.customer_id', '=', customerId)
    .orderBy(kindOrder)
    .orderBy('accounts.account_number');
}

const loansOfCustomer = prepareStatement((database, customerId: string, accountNumber: string) =>
  loanByNumber(database, accountNumber)
    .where('accounts.customer_id', '=', customerId)
    .where('accounts.hidden_from_web', '=', false),
);

export async function selectLoan(
  database: Queryable,
  customerId: string,
  accountNumber: string,
): Promise<LoanRow | undefined> {
  const [row] = await loansOfCustomer(database, customerId, accountNumber);
  return row;
}

/** Covers all customers and hidden loans, for batch work. */
export async function selectLoans(database: Queryable, accountNumbers: readonly string[]): Promise<LoanRow[]> {
  if (accountNumbers.length === 0) return [];
  return selectLoanRows(database).where('accounts.account_number', '=', anyOf(accountNumbers)).execute();
}

/** Covers all customers and hidden loans. */
export async function selectLoansByNumber(
  database: Queryable,
  wanted: readonly { readonly accountNumber: string }[],
): Promise<ReadonlyMap<string, LoanRow>> {
  const rows = await selectLoans(
    database,
    wanted.map(({ accountNumber }) => accountNumber),
  );
  return new Map(rows.map((row) => [row.account_number, row]));
}

const wantedColumns = { accountNumber: 'text', dueOn: 'date' };

/** Covers all customers and hidden loans. Reads less of a loan than {@link selectLoans}. */
export async function selectLoansDue(
  database: Queryable,
  wanted: readonly WantedDueDay[],
): Promise<ReadonlySet<string>> {
  if (wanted.length === 0) return new Set();
  const { rows } = await sql<{ account_number: string }>`
    select accounts.account_number
    from ${asTable(wantedColumns, wanted)} as wanted (account_number, due_on)
    join accounts using (account_number)
    join loans on loans.account_id = accounts.account_id and loans.next_due_on = wanted.due_on`.execute(database);
  return new Set(rows.map((row) => row.account_number));
}

const anyLoans = prepareStatement(loanByNumber);

/** Covers all customers and hidden loans. */
export async function selectAnyLoan(database: Queryable, accountNumber: string): Promise<LoanRow | undefined> {
  const [row] = await anyLoans(database, accountNumber);
  return row;
}

/** Covers hidden loans; undefined if the loan isn't the customer's. */
export async function selectAnyLoanOf(
  database: Queryable,
  { customerId, accountNumber }: { readonly customerId: string; readonly accountNumber: string },
): Promise<LoanRow | undefined> {
  const row = await selectAnyLoan(database, accountNumber);
  return row?.customer_id === customerId ? row : undefined;
}

const anyLoansForUpdate = prepareStatement((transaction, accountNumber: string) =>
  loanByNumber(transaction, accountNumber).forUpdate('loans'),
);

/** Covers all customers and hidden loans. */
export async function selectLoanForUpdate(
  transaction: Transaction,
  accountNumber: string,
): Promise<LoanRow | undefined> {
  const [row] = await anyLoansForUpdate(transaction, accountNumber);
  return row;
}

/** Locks them in one order. Covers all customers and hidden loans. */
export async function selectLoansForUpdate(
  transaction: Transaction,
  accountNumbers: readonly string[],
): Promise<LoanRow[]> {
  return selectLoanRows(transaction)
    .where('accounts.account_number', '=', anyOf(accountNumbers))
    .orderBy('loans.account_id')
    .forUpdate('loans')
    .execute();
}

function loanByNumber(database: Queryable, accountNumber: string) {
  return selectLoanRows(database).where('accounts.account_number', '=', accountNumber);
}

/** The base query for loans, without a filter. */
export function selectLoanRows(database: Queryable) {
  return database
    .withTables<BooksTables>()
    .selectFrom('accounts')
    .innerJoin('loans', 'loans.account_id', 'accounts.account_id')
    .select([...accountColumns, ...loanColumns])
    .select(sql<string>`loans.accrued_numerator::text`.as('accrued_numerator'));
}

const accountIds = prepareStatement((database, customerId: string, accountNumber: string) =>
  database
    .withTables<BooksTables>()
    .selectFrom('accounts')
    .select('account_id')
    .where('account_number', '=', accountNumber)
    .where('customer_id', '=', customerId)
    .where('hidden_from_web', '=', false),
);

/** Returns undefined if the account isn't the customer's or is hidden from the web. */
export async function selectAccountId(
  database: Queryable,
  customerId: string,
  accountNumber: string,
): Promise<number | undefined> {
  const [row] = await accountIds(database, customerId, accountNumber);
  return row?.account_id;
}
