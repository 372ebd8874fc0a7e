import { type RawBuilder, sql } from 'kysely';
import { typeCodes } from '#common/accounts/rules/account.ts';
import type { Day } from '#common/core/dates.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import { ledger } from './ledger-codes.ts';

export interface PaidRow {
  readonly accountNumber: string;
  readonly lastPaidOn: Day | null;
  readonly lastReversibleOn: Day | null;
}

/**
 * The newest payments of a loan on our books that were not reversed. A check that was received late reached the bank on
 * the day it was posted; days are those of UTC, never earlier than ours. Only wires stay: money at a branch may be a check.
 */
const paid = sql`(
  select max(effective_on) as "paidOn",
    max(greatest(effective_on, (posted_at at time zone 'UTC')::date))
      filter (where description not like 'Payment, Wire%') as "reversibleOn"
  from transfers
  where transfer_id in (select transfer_id from postings where account_id = loans.account_id)
    and reverses_transfer_id is null
    and (select reversal.transfer_id from transfers as reversal
      where reversal.reverses_transfer_id = transfers.transfer_id) is null
    and (select max(money.amount_cents) from postings as money
      where money.transfer_id = transfers.transfer_id and money.account_id is null
        and money.ledger_code in (${ledger.cash}, ${ledger.cardClearing}, ${ledger.achClearing})) > 0
) as paid`;

/**
 * Includes the last payment made before the loan came to our books; how it was made is not known. Without its day, it
 * may have been made on any day until the books began.
 */
function rowsOf(accountIds: RawBuilder<unknown>) {
  return sql<PaidRow>`
    select account_number as "accountNumber", greatest("paidOn", last_paid_on) as "lastPaidOn",
      greatest("reversibleOn", coalesce(last_paid_on, began_on)) as "lastReversibleOn"
    from (${accountIds}) as chosen join loans using (account_id) join accounts using (account_id)
      left join loan_openings using (account_id) cross join lateral ${paid}
    order by place, account_number`;
}

export async function selectPaid(queryable: Queryable, accountId: number): Promise<PaidRow | undefined> {
  const { rows } = await rowsOf(sql`select account_id, 1 as place from loans where account_id = ${accountId}`).execute(
    queryable,
  );
  return rows[0];
}

/** All loans that owe again after their lien was released; the longest released first. */
export async function selectOwingAgain(queryable: Queryable): Promise<readonly PaidRow[]> {
  const { rows } = await rowsOf(sql`
    select account_id, lien_released_on as place from loans
    where lien_released_on is not null and principal_cents + late_charges_cents + other_fees_cents > 0`).execute(
    queryable,
  );
  return rows;
}

/** Paid off on our books: something that was owed was taken off there. */
function waiting(loanTypes: readonly string[]) {
  return sql`
    from loans join accounts using (account_id)
    where loan_type = any(${[...loanTypes]}::text[]) and principal_cents = 0 and lien_released_on is null
      and late_charges_cents + other_fees_cents = 0 and type_code = ${typeCodes.loan} and figures_as_of is null
      and exists (
        select from postings
        where postings.account_id = loans.account_id and amount_cents < 0
          and ledger_code in (${ledger.loanPrincipal}, ${ledger.lateCharges}, ${ledger.otherFees}))`;
}

/** Without loans whose figures come from the files of a core. The longest paid off first. */
export async function selectWaiting(
  queryable: Queryable,
  loanTypes: readonly string[],
  limit: number,
): Promise<readonly PaidRow[]> {
  const { rows } = await rowsOf(sql`
    select account_id, accrued_through as place ${waiting(loanTypes)}
    order by accrued_through, account_number limit ${limit}`).execute(queryable);
  return rows;
}

/** Reads no payments, so that it is quick also for many loans. */
export async function countWaiting(queryable: Queryable, loanTypes: readonly string[]): Promise<number> {
  const { rows } = await sql<{ loans: number }>`
    select count(*)::integer as loans ${waiting(loanTypes)}`.execute(queryable);
  return rows[0]?.loans ?? 0;
}
