import { sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { OwnedAccount } from '#server/host/host-statements.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import { asTable } from '#server/platform/db/insert-many.ts';
import type { BooksTables } from './books-tables.ts';
import { isScheduleChange } from './change-schedule.ts';
import { RATE_CHANGED } from './change-terms.ts';
import { CHARGE_OFF_REVERSED } from './charge-off.ts';
import { ledger } from './ledger-codes.ts';
import { OPENING_BALANCE } from './opening-balance.ts';
import type { LoanMove } from './rewind-loan.ts';
import { CHARGED_OFF } from './write-off-lines.ts';

export interface PostedMove extends LoanMove {
  readonly transferId: number;
  readonly effectiveOn: Day;
  readonly postedAt: Temporal.Instant;
  readonly description: string;
  /** Beyond the debt, kept for a refund, with the signs of the books: negative when it came in. */
  readonly overpaidCents: Cents;
  /** A later transfer took it back. */
  readonly isReversed: boolean;
  /** Part of a conversion: nothing was lent or charged. */
  readonly isOpening: boolean;
}

interface MoveRow {
  readonly account_id: number;
  readonly transfer_id: number;
  readonly effective_on: Day;
  readonly counts_from: Day;
  readonly posted_at: Temporal.Instant;
  readonly description: string;
  readonly principal: Cents;
  readonly interest: Cents;
  readonly late: Cents;
  readonly other: Cents;
  readonly overpaid: Cents;
  readonly counted: Cents;
  readonly is_reversal: boolean;
  readonly is_reversed: boolean;
}

/** Lists everything posted to each loan since an instant, newest first. A loan without postings is missing. */
export async function selectMovesSince(
  database: Queryable,
  loans: readonly { readonly accountId: number; readonly since: Temporal.Instant }[],
): Promise<ReadonlyMap<number, readonly PostedMove[]>> {
  const { rows } = await sql<MoveRow>`
    select postings.account_id, transfers.transfer_id, transfers.effective_on, transfers.posted_at,
      transfers.description,
      coalesce(reversed.effective_on, transfers.effective_on) as counts_from,
      coalesce(reversed.counted_cents, transfers.counted_cents) as counted,
      transfers.reverses_transfer_id is not null as is_reversal,
      exists (select from transfers as reversal
        where reversal.reverses_transfer_id = transfers.transfer_id) as is_reversed,
      coalesce(sum(amount_cents) filter (where ledger_code = ${ledger.loanPrincipal}), 0)::bigint as principal,
      coalesce(sum(amount_cents) filter (where ledger_code = ${ledger.interestIncome}), 0)::bigint as interest,
      coalesce(sum(amount_cents) filter (where ledger_code = ${ledger.lateCharges}), 0)::bigint as late,
      coalesce(sum(amount_cents) filter (where ledger_code = ${ledger.otherFees}), 0)::bigint as other,
      coalesce(sum(amount_cents) filter (where ledger_code = ${ledger.overpayments}), 0)::bigint as overpaid
    from ${asTable(
      { accountId: 'bigint', since: 'timestamptz' },
      loans.map(({ accountId, since }) => ({ accountId, since: since.toString() })),
    )} as wanted (account_id, since)
    join postings on postings.account_id = wanted.account_id
    join transfers on transfers.transfer_id = postings.transfer_id
    left join transfers as reversed on reversed.transfer_id = transfers.reverses_transfer_id
    where transfers.posted_at >= wanted.since
    group by postings.account_id, transfers.transfer_id, reversed.transfer_id
    order by transfers.transfer_id desc`.execute(database);
  return Map.groupBy(rows.map(moveFromRow), ({ accountId }) => accountId);
}

function moveFromRow(row: MoveRow): PostedMove & { readonly accountId: number } {
  return {
    accountId: row.account_id,
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
    overpaidCents: row.overpaid,
    countedCents: row.counted,
    isReversal: row.is_reversal,
    isReversed: row.is_reversed,
    changes: changesOf(row),
  };
}

/** A change of the rate that was withdrawn never counted, so there is nothing to undo before it. */
function changesOf({ description, is_reversed: isReversed }: MoveRow): PostedMove['changes'] {
  if (description === RATE_CHANGED) return isReversed ? null : 'rate';
  if (description === CHARGED_OFF) return 'chargeOff';
  if (description === CHARGE_OFF_REVERSED) return 'chargeOffReversed';
  return isScheduleChange(description) ? 'dueDays' : null;
}

export interface PostedBetween {
  readonly first: Temporal.Instant | null;
  readonly last: Temporal.Instant | null;
}

/**
 * Returns when each loan was first and last posted to, by its id. Transfers that move nothing, such as the release of a
 * lien, make no further statements of a closed loan.
 */
export async function selectPostedBetween(
  database: Queryable,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, PostedBetween>> {
  const { rows } = await sql<PostedBetween & { id: number }>`
    select account_id as id,
      (select posted_at from transfers where transfer_id =
        (select min(transfer_id) from postings where postings.account_id = wanted.account_id)) as first,
      (select posted_at from transfers where transfer_id = coalesce(
        (select max(transfer_id) from postings
          where postings.account_id = wanted.account_id and amount_cents <> 0),
        (select max(transfer_id) from postings where postings.account_id = wanted.account_id))) as last
    from unnest(${accountIds}::bigint[]) as wanted (account_id)`.execute(database);
  return new Map(rows.map(({ id, first, last }) => [id, { first, last }]));
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
