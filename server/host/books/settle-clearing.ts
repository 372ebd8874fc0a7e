import { sql } from 'kysely';
import { subtractCents, ZERO } from '#common/core/money.ts';
import type { ClearingSettlement } from '#server/host/host-payments.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import { ledger } from './ledger-codes.ts';

const clearing = { Card: ledger.cardClearing, ACH: ledger.achClearing } as const;

/** Moves money between clearing and cash, once per key. */
export async function settleClearing(database: Queryable, settlement: ClearingSettlement): Promise<void> {
  const { key, description, method, amountCents, effectiveOn, postedAt } = settlement;
  const toCash = settlement.direction === 'in' ? amountCents : subtractCents(ZERO, amountCents);
  await sql`
    with settled as (
      insert into transfers (description, effective_on, posted_at, settlement_key)
      values (${description}, ${effectiveOn}, ${postedAt.toString()}, ${key})
      on conflict (settlement_key) where settlement_key is not null do nothing
      returning transfer_id
    )
    insert into postings (transfer_id, line, ledger_code, amount_cents)
    select transfer_id, line, ledger_code, amount_cents from settled, (values
      (1::smallint, ${ledger.cash}::smallint, ${toCash}::bigint),
      (2::smallint, ${clearing[method]}::smallint, ${subtractCents(ZERO, toCash)}::bigint)
    ) as lines (line, ledger_code, amount_cents)`.execute(database);
}
