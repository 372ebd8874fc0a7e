import { sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';

/** Something whose money moves between clearing and cash. */
export interface Unsettled {
  readonly key: string;
  readonly amountCents: Cents;
  readonly on: Day;
}

/** Bank files whose effective day has come. */
export async function listUnsettledFiles(queryable: Queryable, through: Day): Promise<Unsettled[]> {
  const { rows } = await sql<Unsettled>`
    select 'file:' || file_id as key, debit_cents as "amountCents", effective_on as "on" from ach_files
    where effective_on <= ${through}
      and not exists (select from clearing_settlements where settlement_key = 'file:' || file_id)
    order by file_id`.execute(queryable);
  return rows;
}

/** Entries that left with a file and came back, and were not settled when they did. */
export async function listUnsettledReturns(queryable: Queryable, today: Day): Promise<Unsettled[]> {
  const { rows } = await sql<Unsettled>`
    select 'return:' || entry_id as key, e.amount_cents as "amountCents", ${today}::date as "on"
    from payments p join ach_entries e using (payment_id)
    where p.state = 'returned' and e.state = 'filed'
      and not exists (select from clearing_settlements where settlement_key = 'return:' || entry_id)
    order by entry_id`.execute(queryable);
  return rows;
}

/** What the card processor charged on days that were compared, and pays out on the business day after. */
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

/** @returns false when it has settled before. */
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
