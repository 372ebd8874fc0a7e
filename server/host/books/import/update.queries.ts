import { sql } from 'kysely';
import { keysOf } from '#common/core/keys-of.ts';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { RatePpm } from '#common/core/rates.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { arrayText } from '#server/platform/db/array-text.ts';
import type { AccountsTable, DepositsTable, LoanOpeningsTable, LoansTable } from '../books-tables.ts';
import { ledger, type LedgerCode } from '../ledger-codes.ts';
import { noHolds } from '../loan-columns.ts';
import { loanColumnTypes, type NewLoan } from '../write-books.queries.ts';
import type { ImportFile } from './import-run.ts';
import type { LaterMovement } from './pay-again.ts';

export type KnownAccount = Pick<AccountsTable, 'account_number' | 'type_code' | 'figures_as_of' | 'described_as_of'> &
  Pick<DepositsTable, 'balance_cents'> &
  Pick<LoansTable, 'charged_off_on'> & { readonly account_id: number };

/** Locks the accounts of a batch, but lets payments post to them meanwhile. Deposits have a balance. */
export async function lockAccounts(
  transaction: Transaction,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, KnownAccount>> {
  const { rows } = await sql<KnownAccount>`
    select account_id, account_number, type_code, figures_as_of, described_as_of, charged_off_on,
      coalesce(balance_cents, 0)::bigint as balance_cents
    from accounts left join deposits using (account_id) left join loans using (account_id)
    where account_number = any(${arrayText(accountNumbers)}::text::text[])
    order by account_id for no key update of accounts`.execute(transaction);
  return new Map(rows.map((row) => [row.account_number, row]));
}

export interface AccountUpdate {
  readonly account_id: number;
  readonly description: string;
  readonly hold_code: string;
  readonly status: string;
  readonly rate_ppm: RatePpm;
  readonly name_on_account: string;
}

export async function updateAccounts(
  transaction: Transaction,
  accounts: readonly AccountUpdate[],
  asOf: Day,
): Promise<void> {
  await sql`
    update accounts set description = new.description, hold_code = new.hold_code, status = new.status,
      rate_ppm = new.rate_ppm, name_on_account = new.name_on_account, described_as_of = ${asOf}
    from unnest(
      ${arrayText(accounts.map((account) => account.account_id))}::text::bigint[],
      ${arrayText(accounts.map((account) => account.description))}::text::text[],
      ${arrayText(accounts.map((account) => account.hold_code))}::text::text[],
      ${arrayText(accounts.map((account) => account.status))}::text::text[],
      ${arrayText(accounts.map((account) => account.rate_ppm))}::text::integer[],
      ${arrayText(accounts.map((account) => account.name_on_account))}::text::text[]
    ) as new (account_id, description, hold_code, status, rate_ppm, name_on_account)
    where accounts.account_id = new.account_id`.execute(transaction);
}

export async function noteFiguresAsOf(
  transaction: Transaction,
  accountIds: readonly number[],
  asOf: Day,
): Promise<void> {
  await sql`
    update accounts set figures_as_of = ${asOf}
    where account_id = any(${arrayText(accountIds)}::text::bigint[])`.execute(transaction);
}

export async function updateDeposits(transaction: Transaction, deposits: readonly DepositsTable[]): Promise<void> {
  await sql`
    update deposits set balance_cents = new.balance_cents, held_cents = new.held_cents, maturity_on = new.maturity_on
    from unnest(
      ${arrayText(deposits.map((deposit) => deposit.account_id))}::text::bigint[],
      ${arrayText(deposits.map((deposit) => deposit.balance_cents))}::text::bigint[],
      ${arrayText(deposits.map((deposit) => deposit.held_cents))}::text::bigint[],
      ${arrayText(deposits.map((deposit) => deposit.maturity_on))}::text::date[]
    ) as new (account_id, balance_cents, held_cents, maturity_on)
    where deposits.account_id = new.account_id`.execute(transaction);
}

export type LoanUpdate = Omit<NewLoan, keyof typeof noHolds>;

export async function updateLoans(transaction: Transaction, loans: readonly LoanUpdate[]): Promise<void> {
  const names = Object.keys(loanColumnTypes).filter((name) => !(name in noHolds)) as (keyof LoanUpdate)[];
  const arrays = names.map(
    (name) => sql`${arrayText(loans.map((loan) => loan[name]))}::text::${sql.raw(loanColumnTypes[name])}[]`,
  );
  const changed = names
    .filter((name) => name !== 'account_id')
    .map((name) => sql`${sql.ref(name)} = new.${sql.ref(name)}`);
  await sql`
    -- The file says how the loan is billed, and nothing about how it was.
    update loans set ${sql.join(changed)}, former_schedules = '[]', former_terms = '[]'
    from unnest(${sql.join(arrays)}) as new (${sql.join(names.map((name) => sql.ref(name)))})
    where loans.account_id = new.account_id`.execute(transaction);
}

export type OpeningUpdate = Omit<LoanOpeningsTable, 'began_on' | 'figures_on' | 'recovered_cents'>;

const openingTypes: { readonly [Name in keyof OpeningUpdate]: string } = {
  account_id: 'bigint',
  interest_this_year_cents: 'bigint',
  interest_last_year_cents: 'bigint',
  fees_this_year_cents: 'bigint',
  paid_principal_cents: 'bigint',
  paid_interest_cents: 'bigint',
  paid_fees_cents: 'bigint',
  last_paid_on: 'date',
  last_paid_cents: 'bigint',
};

/** A loan's books keep the day they began. */
export async function updateOpenings(
  transaction: Transaction,
  openings: readonly OpeningUpdate[],
  asOf: Day,
): Promise<void> {
  const names = keysOf(openingTypes);
  const arrays = names.map(
    (name) => sql`${arrayText(openings.map((opening) => opening[name]))}::text::${sql.raw(openingTypes[name])}[]`,
  );
  const changed = names
    .filter((name) => name !== 'account_id')
    .map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`);
  await sql`
    insert into loan_openings (${sql.join(names.map((name) => sql.ref(name)))}, began_on, figures_on)
    select new.*, opened_on, ${asOf}::date
    from unnest(${sql.join(arrays)}) as new (${sql.join(names.map((name) => sql.ref(name)))})
      join accounts on accounts.account_id = new.account_id
    on conflict (account_id) do update set ${sql.join(changed)}, figures_on = excluded.figures_on`.execute(transaction);
}

export interface PaidOnBooks {
  readonly interestThisYear: Cents;
  readonly interestLastYear: Cents;
  readonly principal: Cents;
  readonly interest: Cents;
  readonly fees: Cents;
}

interface BooksThrough {
  readonly accountIds: readonly number[];
  /** The end of the file's day. */
  readonly until: Temporal.Instant;
}

/**
 * What the books have of the payments that the file contains, which the file's totals already count. A payment that came
 * back after the file's day still counts, in the year it was posted.
 */
export async function selectPaidOnBooks(
  queryable: Queryable,
  { accountIds, until }: BooksThrough,
  { year, timeZone }: { readonly year: number; readonly timeZone: string },
): Promise<ReadonlyMap<number, PaidOnBooks>> {
  const { rows } = await sql<PaidOnBooks & { accountId: number }>`
    select account_id as "accountId",
      coalesce(-sum(amount_cents) filter (where ledger_code = ${ledger.interestIncome} and posted_in = ${year}::integer), 0)::bigint
        as "interestThisYear",
      coalesce(-sum(amount_cents) filter (where ledger_code = ${ledger.interestIncome} and posted_in = ${year}::integer - 1), 0)::bigint
        as "interestLastYear",
      coalesce(-sum(amount_cents) filter (where stood and ledger_code = ${ledger.loanPrincipal}), 0)::bigint as principal,
      coalesce(-sum(amount_cents) filter (where stood and ledger_code = ${ledger.interestIncome}), 0)::bigint as interest,
      coalesce(-sum(amount_cents) filter (
        where stood and ledger_code in (${ledger.lateCharges}, ${ledger.otherFees})), 0)::bigint as fees
    from (
      select account_id, ledger_code, amount_cents, extract(year from posted_at at time zone ${timeZone}) as posted_in,
        payment_id is not null and not exists (
          select from transfers as reversal
          where reversal.reverses_transfer_id = transfers.transfer_id and reversal.posted_at < ${until.toString()}
        ) as stood
      from postings join transfers using (transfer_id)
      where account_id = any(${arrayText(accountIds)}::text::bigint[]) and posted_at < ${until.toString()}
    ) as paid
    group by account_id`.execute(queryable);
  return new Map(rows.map(({ accountId, ...paid }) => [accountId, paid]));
}

interface MovementRow {
  readonly owner: number;
  readonly kind: LaterMovement['kind'];
  readonly effective_on: Day;
  readonly counted_cents: Cents;
  readonly returned_on: Day | null;
  readonly postings: readonly { readonly code: LedgerCode; readonly cents: Cents }[];
}

/** The portal's payments since the end of the file's day that stand, and the returns of earlier ones; oldest first. */
export async function selectLaterMovements(
  queryable: Queryable,
  { accountIds, until }: BooksThrough,
): Promise<ReadonlyMap<number, readonly LaterMovement[]>> {
  const { rows } = await sql<MovementRow>`
    with later as (
      select transfers.transfer_id as placed, transfers.transfer_id as paid_by, 'payment' as kind, null::date as returned_on
      from transfers
      where payment_id is not null and posted_at >= ${until.toString()}
        and not exists (select from transfers as reversal where reversal.reverses_transfer_id = transfers.transfer_id)
      union all
      select reversal.transfer_id, payment.transfer_id, 'return', reversal.effective_on
      from transfers as reversal join transfers as payment on payment.transfer_id = reversal.reverses_transfer_id
      where payment.payment_id is not null and payment.posted_at < ${until.toString()}
        and reversal.posted_at >= ${until.toString()}
    )
    select account_id as owner, kind, effective_on, counted_cents, returned_on,
      json_agg(json_build_object('code', ledger_code, 'cents', amount_cents) order by line) as postings
    from later join transfers on transfers.transfer_id = paid_by join postings on postings.transfer_id = paid_by
    where account_id = any(${arrayText(accountIds)}::text::bigint[])
    group by placed, kind, returned_on, transfers.transfer_id, account_id
    order by placed`.execute(queryable);
  const byOwner = Map.groupBy(rows, ({ owner }) => owner);
  return new Map([...byOwner].map(([owner, movements]) => [owner, movements.map(toMovement)]));
}

function toMovement(row: MovementRow): LaterMovement {
  return {
    kind: row.kind,
    effectiveOn: row.effective_on,
    countedCents: row.counted_cents,
    returnedOn: row.returned_on,
    postings: row.postings.map(({ code, cents }) => ({ ledgerCode: code, accountId: row.owner, amountCents: cents })),
  };
}

export interface LeftOut {
  readonly accountNumbers: readonly string[];
  readonly total: number;
}

/** Open accounts on the books that a file leaves out; the loans file is about loans and lines of credit only. */
export async function selectLeftOut(transaction: Transaction, file: ImportFile, limit: number): Promise<LeftOut> {
  const table = file === 'loans' ? sql`accounts join loans using (account_id)` : sql`accounts`;
  const { rows } = await sql<{ account_number: string; total: number }>`
    select account_number, count(*) over ()::integer as total
    from ${table}
    where position('closed' in lower(hold_code)) = 0
      and not exists (select from import_keys where file = ${file} and key = account_number)
    order by account_number limit ${limit}`.execute(transaction);
  return { accountNumbers: rows.map((row) => row.account_number), total: rows[0]?.total ?? 0 };
}
