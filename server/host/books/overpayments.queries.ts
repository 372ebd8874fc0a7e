import { sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import { type Cents, ZERO } from '#common/core/money.ts';
import type { OverpaidLoan } from '#server/host/host-servicing.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import { ledger } from './ledger-codes.ts';

/** Returns what was paid beyond the debt and has not gone back; below zero if more went back than came. */
export async function selectOverpaid(queryable: Queryable, accountId: number): Promise<Cents> {
  const { rows } = await sql<{ overpaid: Cents }>`
    select coalesce(-sum(amount_cents), 0)::bigint as overpaid from postings
    where account_id = ${accountId} and ledger_code = ${ledger.overpayments}`.execute(queryable);
  return rows[0]?.overpaid ?? ZERO;
}

/** Returns how much less was overpaid after some transfers, of an account, than before them. */
export async function selectLessOverpaid(
  queryable: Queryable,
  accountId: number,
  { from, through }: { readonly from: number; readonly through: number },
): Promise<Cents> {
  const { rows } = await sql<{ less: Cents }>`
    select coalesce(sum(amount_cents), 0)::bigint as less from postings
    where account_id = ${accountId} and ledger_code = ${ledger.overpayments}
      and transfer_id between ${from} and ${through}`.execute(queryable);
  return rows[0]?.less ?? ZERO;
}

/** Overpayments that wait for a refund, by account. Leaves out accounts without one. */
export async function selectKept(queryable: Queryable, accountIds: readonly number[]): Promise<Map<number, Cents>> {
  const { rows } = await sql<{ accountId: number; kept: Cents }>`
    select account_id as "accountId", -sum(amount_cents)::bigint as kept from postings
    where account_id = any(${accountIds}::bigint[]) and ledger_code = ${ledger.overpayments}
    group by account_id
    having sum(amount_cents) < 0`.execute(queryable);
  return new Map(rows.map(({ accountId, kept }) => [accountId, kept]));
}

/**
 * Oldest first. A core whose files have the figures of a loan pays out itself; what was refunded here and is owed back
 * stays ours.
 */
export async function selectOverpaidLoans(queryable: Queryable, limit: number): Promise<OverpaidLoan[]> {
  const { rows } = await sql<{ customerId: string; accountNumber: string; overpaidCents: Cents; since: Day }>`
    select customer_id as "customerId", account_number as "accountNumber", -sum(amount_cents)::bigint as "overpaidCents",
      max(effective_on) as since
    from postings join transfers using (transfer_id) join accounts using (account_id)
    where ledger_code = ${ledger.overpayments}
    group by account_id, customer_id, account_number, figures_as_of
    having sum(amount_cents) > 0 or (sum(amount_cents) <> 0 and figures_as_of is null)
    order by since, account_number
    limit ${limit}`.execute(queryable);
  return rows;
}
