import { sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';

/** An amount that moves between clearing and cash. */
export interface Unsettled {
  readonly key: string;
  readonly amountCents: Cents;
  readonly on: Day;
}

export interface UnsettledFile extends Unsettled {
  readonly businessOn: Day;
}

const notRejected = sql`not exists (
  select from refused_bank_files as rejected where rejected.file_id = ach_files.file_id)`;

export async function listUnsettledFiles(queryable: Queryable, through: Day): Promise<UnsettledFile[]> {
  const { rows } = await sql<UnsettledFile>`
    select 'file:' || file_id as key, debit_cents as "amountCents", effective_on as "on", business_on as "businessOn"
    from ach_files
    where effective_on <= ${through} and debit_cents > 0 and ${notRejected}
      and not exists (select from clearing_settlements where settlement_key = 'file:' || file_id)
    order by file_id`.execute(queryable);
  return rows;
}

/** The total of the credits that the files sent to customers. */
export async function listUnsettledCredits(queryable: Queryable, through: Day): Promise<UnsettledFile[]> {
  const { rows } = await sql<UnsettledFile>`
    select 'file-credits:' || file_id as key, credit_cents as "amountCents", effective_on as "on", business_on as "businessOn"
    from ach_files
    where effective_on <= ${through} and credit_cents > 0 and ${notRejected}
      and not exists (select from clearing_settlements where settlement_key = 'file-credits:' || file_id)
    order by file_id`.execute(queryable);
  return rows;
}

export async function listUnsettledReturns(queryable: Queryable, today: Day): Promise<Unsettled[]> {
  const { rows } = await sql<Unsettled>`
    select 'return:' || entry_id as key, e.amount_cents as "amountCents", ${today}::date as "on"
    from payments p join ach_entries e using (payment_id)
    where p.state = 'returned' and e.state = 'filed'
      and not exists (select from clearing_settlements where settlement_key = 'return:' || entry_id)
    order by entry_id`.execute(queryable);
  return rows;
}

/** Lists compared days of card charges; the processor pays out one business day later. */
export async function listUnsettledCards(queryable: Queryable, before: Day): Promise<Unsettled[]> {
  const { rows } = await sql<Unsettled>`
    select * from (
      select 'cards:' || business_on as key, (comparison->'cards'->>'processorCents')::bigint as "amountCents",
        business_on as "on"
      from business_days where reconciled_at is not null and business_on < ${before}
    ) as days
    where "amountCents" > 0 and not exists (select from clearing_settlements where settlement_key = key)
    order by "on"`.execute(queryable);
  return rows;
}

/**
 * Lists card payments, and parts of them, that were refunded or lost to a dispute after their charge was compared, and so paid out. Before,
 * the comparison left them out.
 */
export async function listUnsettledCardReturns(queryable: Queryable, today: Day): Promise<Unsettled[]> {
  const { rows } = await sql<Unsettled>`
    select 'card-return:' || payment_id as key,
      amount_cents + additional_principal_cents + first_party_fee_cents + third_party_fee_cents - refunded_cents
        as "amountCents",
      ${today}::date as "on"
    from payments p
    where p.state = 'returned' and method_type = 'Card'
      and not exists (select from clearing_settlements where settlement_key = 'card-return:' || payment_id)
      and exists (
        select from business_days
        where reconciled_at <= p.state_since
          and reconciled_at >= (select min(recorded_at) from payment_events e
            where e.payment_id = p.payment_id and to_state = 'posted'))
    union all
    select 'card-refund:' || refund_id, amount_cents, ${today}::date
    from card_refunds r
    where not exists (select from clearing_settlements where settlement_key = 'card-refund:' || refund_id)
      and exists (
        select from business_days
        where reconciled_at <= r.refunded_at
          and reconciled_at >= (select min(recorded_at) from payment_events e
            where e.payment_id = r.payment_id and to_state = 'posted'))
    order by key`.execute(queryable);
  return rows;
}

export async function isSettled(transaction: Transaction, key: string): Promise<boolean> {
  const { rows } = await sql`select from clearing_settlements where settlement_key = ${key}`.execute(transaction);
  return rows.length > 0;
}

/** Returns false if it was already settled. */
export async function insertSettlement(
  transaction: Transaction,
  { key, amountCents, on }: Unsettled,
  at: Temporal.Instant,
): Promise<boolean> {
  const { rows } = await sql`
    insert into clearing_settlements (settlement_key, amount_cents, settled_on, settled_at)
    values (${key}, ${amountCents}, ${on}, ${at.toString()})
    on conflict do nothing returning settlement_key`.execute(transaction);
  return rows.length === 1;
}
