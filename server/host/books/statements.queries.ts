import { sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { OwnedAccount } from '#server/host/host-statements.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import type { BooksTables } from './books-tables.ts';
import { ledger } from './ledger-codes.ts';
import { OPENING_BALANCE } from './opening-balance.ts';
import type { LoanMove } from './rewind-loan.ts';

export interface PostedMove extends LoanMove {
  readonly transferId: number;
  readonly effectiveOn: Day;
  readonly postedAt: Temporal.Instant;
  readonly description: string;
  /** Part of a conversion: nothing was lent or charged. */
  readonly isOpening: boolean;
}

interface MoveRow {
  readonly transfer_id: number;
  readonly effective_on: Day;
  readonly counts_from: Day;
  readonly posted_at: Temporal.Instant;
  readonly description: string;
  readonly principal: Cents;
  readonly interest: Cents;
  readonly late: Cents;
  readonly other: Cents;
  readonly counted: Cents;
  readonly is_reversal: boolean;
}

/** Lists everything posted to a loan since an instant, newest first. */
export async function selectMovesSince(
  database: Queryable,
  accountId: number,
  since: Temporal.Instant,
): Promise<PostedMove[]> {
  const { rows } = await sql<MoveRow>`
    select transfers.transfer_id, transfers.effective_on, transfers.posted_at, transfers.description,
      coalesce(reversed.effective_on, transfers.effective_on) as counts_from,
      coalesce(reversed.counted_cents, transfers.counted_cents) as counted,
      transfers.reverses_transfer_id is not null as is_reversal,
      coalesce(sum(amount_cents) filter (where ledger_code = ${ledger.loanPrincipal}), 0)::bigint as principal,
      coalesce(sum(amount_cents) filter (where ledger_code = ${ledger.interestIncome}), 0)::bigint as interest,
      coalesce(sum(amount_cents) filter (where ledger_code = ${ledger.lateCharges}), 0)::bigint as late,
      coalesce(sum(amount_cents) filter (where ledger_code = ${ledger.otherFees}), 0)::bigint as other
    from postings
    join transfers on transfers.transfer_id = postings.transfer_id
    left join transfers as reversed on reversed.transfer_id = transfers.reverses_transfer_id
    where account_id = ${accountId} and transfers.posted_at >= ${since.toString()}
    group by transfers.transfer_id, reversed.transfer_id
    order by transfers.transfer_id desc`.execute(database);
  return rows.map((row) => ({
    transferId: row.transfer_id,
    effectiveOn: row.effective_on,
    countsFrom: row.counts_from,
    postedAt: row.posted_at,
    description: row.description,
    isOpening: row.description === OPENING_BALANCE,
    principalCents: row.principal,
    interestCents: row.interest,
    lateChargesCents: row.late,
    otherFeesCents: row.other,
    countedCents: row.counted,
    isReversal: row.is_reversal,
  }));
}

export async function selectPostedBetween(
  database: Queryable,
  accountId: number,
): Promise<{ first: Temporal.Instant | null; last: Temporal.Instant | null }> {
  const { rows } = await sql<{ first: Temporal.Instant | null; last: Temporal.Instant | null }>`
    select
      (select posted_at from transfers where transfer_id =
        (select min(transfer_id) from postings where account_id = ${accountId})) as first,
      (select posted_at from transfers where transfer_id =
        (select max(transfer_id) from postings where account_id = ${accountId})) as last`.execute(database);
  return rows[0] ?? { first: null, last: null };
}

export interface InterestRow {
  readonly month: number;
  readonly interest: Cents;
}

/** Returns interest posted per month of a year, in the institution's time zone, net of reversals. */
export async function selectInterestByMonth(
  database: Queryable,
  accountId: number,
  year: number,
  timeZone: string,
): Promise<InterestRow[]> {
  const { rows } = await sql<InterestRow>`
    select extract(month from posted_at at time zone ${timeZone})::integer as month,
      -sum(amount_cents)::bigint as interest
    from postings join transfers using (transfer_id)
    where account_id = ${accountId} and ledger_code = ${ledger.interestIncome}
      and extract(year from posted_at at time zone ${timeZone}) = ${year}::integer
    group by month
    having sum(amount_cents) <> 0
    order by month`.execute(database);
  return rows;
}

/** Returns the principal at the end of a year, by posting time. */
export async function selectPrincipalAfter(
  database: Queryable,
  accountId: number,
  year: number,
  timeZone: string,
): Promise<Cents> {
  const { rows } = await sql<{ principal: Cents }>`
    select coalesce(sum(amount_cents), 0)::bigint as principal
    from postings join transfers using (transfer_id)
    where account_id = ${accountId} and ledger_code = ${ledger.loanPrincipal}
      and extract(year from posted_at at time zone ${timeZone}) <= ${year}::integer`.execute(database);
  return rows[0]?.principal as Cents;
}

export async function updateStatementPreference(
  database: Queryable,
  customerId: string,
  accountNumber: string,
  format: 'Electronic' | 'Paper',
): Promise<void> {
  await database
    .withTables<BooksTables>()
    .updateTable('accounts')
    .set({ statement_preference: format })
    .where('account_number', '=', accountNumber)
    .where('customer_id', '=', customerId)
    .execute();
}

export async function selectElectronicAccounts(
  database: Queryable,
  after: string,
  limit: number,
): Promise<OwnedAccount[]> {
  const rows = await database
    .withTables<BooksTables>()
    .selectFrom('accounts')
    .select(['customer_id', 'account_number'])
    .where('statement_preference', '=', 'Electronic')
    .where('type_code', 'in', [0, 9])
    .where('hold_code', 'not ilike', '%closed%')
    .where('hidden_from_web', '=', false)
    .where('account_number', '>', after)
    .orderBy('account_number')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ customerId: row.customer_id, accountNumber: row.account_number }));
}
