import { sql } from 'kysely';
import type { Cents } from '#common/core/money.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import { ledger } from './ledger-codes.ts';

/** A cached balance that differs from the sum of its postings. */
export interface Imbalance {
  readonly accountNumber: string;
  readonly ledgerCode: number;
  readonly cachedCents: Cents;
  readonly postedCents: Cents;
}

/** Compares every cached balance with its postings; the result must always be empty. Reads all postings. */
export async function findImbalances(database: Queryable): Promise<Imbalance[]> {
  const { rows } = await sql<Imbalance>`
    with cached as (
      select account_id, ledger_code, cached
      from loans, lateral (values
        (${ledger.loanPrincipal}::smallint, principal_cents),
        (${ledger.lateCharges}::smallint, late_charges_cents),
        (${ledger.otherFees}::smallint, other_fees_cents),
        (${ledger.chargedOffLoans}::smallint, case when charged_off_on is null then 0
          else -(principal_cents + late_charges_cents + other_fees_cents) end)
      ) as balances (ledger_code, cached)
      union all
      select account_id, ${ledger.deposits}::smallint, -balance_cents from deposits
    ), posted as (
      select account_id, ledger_code, sum(amount_cents)::bigint as posted
      from postings
      where account_id is not null and ledger_code not in (
        ${ledger.interestIncome}, ${ledger.overpayments}, ${ledger.recoveries}, ${ledger.loanLosses})
      group by account_id, ledger_code
    )
    select account_number as "accountNumber",
      ledger_code as "ledgerCode",
      coalesce(cached, 0) as "cachedCents",
      coalesce(posted, 0) as "postedCents"
    from cached full join posted using (account_id, ledger_code) join accounts using (account_id)
    where coalesce(cached, 0) <> coalesce(posted, 0)
    order by account_number, ledger_code`.execute(database);
  return rows;
}
