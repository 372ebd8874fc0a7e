import { sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import { type Cents, ZERO } from '#common/core/money.ts';
import type { BalancePoint, LoanStory } from '#server/host/host-accounts.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import { ledger } from './ledger-codes.ts';

/** What the postings of one loan say, all entries of it looked at once. */
export interface LoanRecord {
  readonly interestThisYear: Cents;
  readonly interestLastYear: Cents;
  readonly paidPrincipal: Cents;
  readonly paidInterest: Cents;
  readonly paidFees: Cents;
  readonly lastPaidOn: Day | null;
  readonly lastPaid: Cents | null;
}

/** @param year the calendar year of interest that counts as this one. */
export async function selectLoanRecord(database: Queryable, accountId: number, year: number): Promise<LoanRecord> {
  const { rows } = await sql<LoanRecord>`
    with moved as (
      select transfers.transfer_id, effective_on,
        sum(amount_cents) as total,
        coalesce(sum(amount_cents) filter (where ledger_code = ${ledger.loanPrincipal}), 0) as principal,
        coalesce(sum(amount_cents) filter (where ledger_code = ${ledger.interestIncome}), 0) as interest,
        coalesce(sum(amount_cents) filter (where ledger_code in (${ledger.lateCharges}, ${ledger.otherFees})), 0) as fees,
        reverses_transfer_id is null and not exists (
          select from transfers as reversal where reversal.reverses_transfer_id = transfers.transfer_id
        ) as stands
      from postings join transfers using (transfer_id)
      where account_id = ${accountId}
      group by transfers.transfer_id
    ), paid as (
      select * from moved where stands and total < 0
    ), last_paid as (
      select effective_on, -total as amount from paid order by transfer_id desc limit 1
    )
    select
      (select coalesce(-sum(interest), 0)::bigint from moved
        where extract(year from effective_on) = ${year}::integer) as "interestThisYear",
      (select coalesce(-sum(interest), 0)::bigint from moved
        where extract(year from effective_on) = ${year}::integer - 1) as "interestLastYear",
      coalesce(-sum(principal), 0)::bigint as "paidPrincipal",
      coalesce(-sum(interest), 0)::bigint as "paidInterest",
      coalesce(-sum(fees), 0)::bigint as "paidFees",
      (select effective_on from last_paid) as "lastPaidOn",
      (select amount::bigint from last_paid) as "lastPaid"
    from paid`.execute(database);
  return rows[0] ?? noRecord;
}

const noRecord: LoanRecord = {
  interestThisYear: ZERO,
  interestLastYear: ZERO,
  paidPrincipal: ZERO,
  paidInterest: ZERO,
  paidFees: ZERO,
  lastPaidOn: null,
  lastPaid: null,
};

/** Fifty years. */
const MOST_MONTHS = 600;

/** Principal after the last movement of each month in which there was one, oldest first. */
export async function selectMonthlyBalances(database: Queryable, accountId: number): Promise<BalancePoint[]> {
  const { rows } = await sql<{ on: Day; principal: Cents }>`
    select max(effective_on) as "on",
      (sum(sum(amount_cents)) over (order by date_trunc('month', effective_on)))::bigint as principal
    from postings join transfers using (transfer_id)
    where account_id = ${accountId} and ledger_code = ${ledger.loanPrincipal}
    group by date_trunc('month', effective_on)
    order by "on"
    limit ${MOST_MONTHS}`.execute(database);
  return rows.map(({ on, principal }) => ({ on, principalCents: principal }));
}

export function paidOf(record: LoanRecord): LoanStory['paid'] {
  return {
    principalCents: record.paidPrincipal,
    interestCents: record.paidInterest,
    feesCents: record.paidFees,
  };
}
