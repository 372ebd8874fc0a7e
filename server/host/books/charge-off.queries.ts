import { type RawBuilder, sql } from 'kysely';
import type { Cents } from '#common/core/money.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import { ledger } from './ledger-codes.ts';
import { selectNewestOf } from './loan-transfers.queries.ts';
import { CHARGED_OFF } from './write-off-lines.ts';

/**
 * Whether a payment counted on a loan when it was charged off, however often it was applied again since. One without an
 * id is of before Passbook took any.
 * @param chargedOffAs the transfer of the charge-off
 */
export function countedAtChargeOff({
  paymentId,
  accountId,
  chargedOffAs,
}: {
  readonly paymentId: RawBuilder<unknown>;
  readonly accountId: RawBuilder<unknown>;
  readonly chargedOffAs: RawBuilder<unknown>;
}): RawBuilder<boolean> {
  return sql<boolean>`(${paymentId} is null or exists (
    select from transfers as version
    where (version.payment_id = ${paymentId} or version.moves_payment_id = ${paymentId})
      and version.transfer_id < ${chargedOffAs}
      and exists (
        select from postings as of_version
        where of_version.transfer_id = version.transfer_id and of_version.account_id = ${accountId})
      and not exists (
        select from transfers as taken
        where taken.reverses_transfer_id = version.transfer_id and taken.transfer_id < ${chargedOffAs})))`;
}

/** Returns whether a payment doesn't count as a recovery; false for a loan that is not charged off. */
export async function isOfBeforeChargeOff(
  queryable: Queryable,
  accountId: number,
  paymentId: string,
): Promise<boolean> {
  const chargedOffAs = await selectNewestOf(queryable, accountId, CHARGED_OFF);
  if (chargedOffAs === null) return false;
  const counted = countedAtChargeOff({
    paymentId: sql`${paymentId}::text`,
    accountId: sql`${accountId}::bigint`,
    chargedOffAs: sql`${chargedOffAs}::bigint`,
  });
  const { rows } = await sql<{ counted: boolean }>`select ${counted} as counted`.execute(queryable);
  return rows[0]?.counted === true;
}

/**
 * Returns how much more was owed when a loan was last charged off, by account, since payments of before came back: what
 * they paid of principal and charges, which is a further loss, and of interest.
 * @param end an instant
 */
export async function selectOwedMore(
  database: Queryable,
  accountIds: readonly number[],
  end: string,
): Promise<ReadonlyMap<number, Cents>> {
  const counted = countedAtChargeOff({
    paymentId: sql.ref('entries.payment_id'),
    accountId: sql.ref('entries.account_id'),
    chargedOffAs: sql.ref('entries.charged_off_as'),
  });
  const { rows } = await sql<{ accountId: number; more: Cents }>`
    with charged as (
      select account_id, max(transfer_id) as charged_off_as
      from postings join transfers using (transfer_id)
      where account_id = any(${[...accountIds]}::bigint[]) and description = ${CHARGED_OFF}
      group by account_id
    ), entries as (
      select account_id, charged_off_as, ledger_code, amount_cents,
        case when taken.transfer_id is null then coalesce(transfers.moves_payment_id, transfers.payment_id)
          else coalesce(taken.moves_payment_id, taken.payment_id) end as payment_id
      from charged join postings using (account_id)
      join transfers on transfers.transfer_id = postings.transfer_id
      left join transfers as taken on taken.transfer_id = transfers.reverses_transfer_id
      where postings.transfer_id > charged_off_as and transfers.posted_at < ${end}
    )
    select account_id as "accountId", sum(amount_cents)::bigint as more
    from entries
    where ledger_code = ${ledger.loanLosses} or (ledger_code = ${ledger.interestIncome} and ${counted})
    group by account_id`.execute(database);
  return new Map(rows.map(({ accountId, more }) => [accountId, more]));
}
