import { sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import { addCents, type Cents, ZERO } from '#common/core/money.ts';
import type { BalancePoint, HostLoanDetails, LastPayment, LoanStory } from '#server/host/host-accounts.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import { ledger } from './ledger-codes.ts';
import type { LoanOpening } from './loan-opening.ts';
import { BALANCE_UPDATE } from './opening-balance.ts';

export interface LoanRecord {
  readonly interestThisYear: Cents;
  readonly interestLastYear: Cents;
  readonly paidPrincipal: Cents;
  readonly paidInterest: Cents;
  readonly paidFees: Cents;
  readonly lastPaidOn: Day | null;
  readonly lastPaid: Cents | null;
}

/** @param year for `interestThisYear`, by posting day, as on tax documents */
export async function selectLoanRecord(
  database: Queryable,
  accountId: number,
  year: number,
  timeZone: string,
): Promise<LoanRecord> {
  const { rows } = await sql<LoanRecord>`
    with moved as (
      select transfers.transfer_id, description, effective_on, extract(year from posted_at at time zone ${timeZone}) as posted_in,
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
      select * from moved where stands and total < 0 and description <> ${BALANCE_UPDATE}
    ), last_paid as (
      select effective_on, -total as amount from paid order by transfer_id desc limit 1
    )
    select
      (select coalesce(-sum(interest), 0)::bigint from moved
        where posted_in = ${year}::integer) as "interestThisYear",
      (select coalesce(-sum(interest), 0)::bigint from moved
        where posted_in = ${year}::integer - 1) as "interestLastYear",
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
const MAX_MONTHS = 600;

/** Returns the principal on the first day and at the end of each month with a movement, oldest first. */
export async function selectMonthlyBalances(database: Queryable, accountId: number): Promise<BalancePoint[]> {
  const { rows } = await sql<{ on: Day; principal: Cents }>`
    with days as (
      select effective_on,
        sum(sum(amount_cents)) over (order by effective_on) as principal,
        effective_on = min(effective_on) over () as is_first,
        effective_on = max(effective_on) over (partition by date_trunc('month', effective_on)) as ends_month
      from postings join transfers using (transfer_id)
      where account_id = ${accountId} and ledger_code = ${ledger.loanPrincipal}
      group by effective_on
    )
    select effective_on as "on", principal::bigint as principal
    from days
    where is_first or ends_month
    order by "on"
    limit ${MAX_MONTHS}`.execute(database);
  return rows.map(({ on, principal }) => ({ on, principalCents: principal }));
}

/** Null if the split of payments before the conversion is unknown. */
export function paidOf(record: LoanRecord, opening: LoanOpening | undefined): LoanStory['paid'] {
  const before = opening ? opening.paid : { principalCents: ZERO, interestCents: ZERO, feesCents: ZERO };
  return (
    before && {
      principalCents: addCents(before.principalCents, record.paidPrincipal),
      interestCents: addCents(before.interestCents, record.paidInterest),
      feesCents: addCents(before.feesCents, record.paidFees),
    }
  );
}

export function lastPaymentOf(record: LoanRecord, opening: LoanOpening | undefined): HostLoanDetails['lastPayment'] {
  const { lastPaidOn: paidOn, lastPaid: amountCents } = record;
  const onBooks = paidOn !== null && amountCents !== null ? { paidOn, amountCents } : null;
  if (opening?.comesFromFiles === true) return lastOfUpdate(opening, onBooks);
  if (onBooks) return onBooks;
  return opening ? (opening.lastPayment ?? 'unknown') : 'none';
}

/** The core also takes payments elsewhere, so our latest payment may not be the last. */
function lastOfUpdate({ lastPayment, figuresOn }: LoanOpening, onBooks: LastPayment | null): LastPayment | 'unknown' {
  if (onBooks && onBooks.paidOn > (lastPayment?.paidOn ?? figuresOn)) return onBooks;
  return lastPayment ?? 'unknown';
}
