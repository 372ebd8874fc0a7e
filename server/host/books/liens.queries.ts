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
 * The newest payments of a loan that were not reversed. A check that was received late reached the bank on the day it was
 * posted; days are those of UTC, never earlier than ours. Wires and cash stay.
 */
const paid = sql`(
  select max(effective_on) as "lastPaidOn",
    max(greatest(effective_on, (posted_at at time zone 'UTC')::date))
      filter (where not (description like 'Payment, Wire%' or description like 'Payment, Branch%')) as "lastReversibleOn"
  from transfers
  where transfer_id in (select transfer_id from postings where account_id = loans.account_id)
    and reverses_transfer_id is null
    and (select reversal.transfer_id from transfers as reversal
      where reversal.reverses_transfer_id = transfers.transfer_id) is null
    and (select max(money.amount_cents) from postings as money
      where money.transfer_id = transfers.transfer_id and money.account_id is null
        and money.ledger_code in (${ledger.cash}, ${ledger.cardClearing}, ${ledger.achClearing})) > 0
) as paid`;

function rowsWhere(filter: RawBuilder<unknown>) {
  return sql<PaidRow>`
    select account_number as "accountNumber", "lastPaidOn", "lastReversibleOn"
    from loans join accounts using (account_id) cross join lateral ${paid}
    where ${filter}`;
}

export async function selectPaid(queryable: Queryable, accountId: number): Promise<PaidRow | undefined> {
  const { rows } = await rowsWhere(sql`loans.account_id = ${accountId}`).execute(queryable);
  return rows[0];
}

/** Without loans whose figures come from the files of a core. The longest paid off first. */
export async function selectLiens(
  queryable: Queryable,
  loanTypes: readonly string[],
  limit: number,
): Promise<readonly PaidRow[]> {
  const waits = sql`(loan_type = any(${[...loanTypes]}::text[]) and principal_cents = 0 and lien_released_on is null
    and late_charges_cents + other_fees_cents = 0 and type_code = ${typeCodes.loan} and "lastPaidOn" is not null)`;
  const owesAgain = sql`(lien_released_on is not null
    and principal_cents + late_charges_cents + other_fees_cents > 0)`;
  const { rows } = await sql<PaidRow>`
    ${rowsWhere(sql`figures_as_of is null and (${waits} or ${owesAgain})`)}
    order by "lastPaidOn", account_number
    limit ${limit}`.execute(queryable);
  return rows;
}
