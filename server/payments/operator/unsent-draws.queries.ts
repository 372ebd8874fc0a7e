import { sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { CollectedCredit } from './payout-credits.queries.ts';

/** Draws on a line of credit by bank credit that no file has. The books may have them already. */
export async function listUnfiledDraws(
  queryable: Queryable,
  accountNumber: string,
): Promise<{ readonly payoutId: string; readonly amountCents: Cents }[]> {
  const { rows } = await sql<{ payoutId: string; amountCents: Cents }>`
    select payout_id as "payoutId", amount_cents as "amountCents"
    from payouts join payout_credits using (payout_id)
    where account_number = ${accountNumber} and purpose = 'draw' and state in ('waiting', 'collected', 'held')
    order by payout_id`.execute(queryable);
  return rows;
}

export interface LeavingDraw extends CollectedCredit {
  readonly customerId: string;
  readonly accountNumber: string;
}

/** Draws for the bank file of this day, late ones included, oldest first. */
export async function listLeavingDraws(queryable: Queryable, through: Day): Promise<LeavingDraw[]> {
  const { rows } = await sql<LeavingDraw>`
    select payout_id as "payoutId", customer_id as "customerId", account_number as "accountNumber", reference, purpose,
      sec, amount_cents as "amountCents", owner_name as "ownerName", account_type as "accountType",
      routing_number_sealed as "routingNumberSealed", account_number_sealed as "accountNumberSealed"
    from payout_credits c join payouts using (payout_id)
    where purpose = 'draw' and state = 'waiting' and file_on <= ${through}
    order by c.created_at, payout_id`.execute(queryable);
  return rows;
}

/** Returns false if it was held or stopped meanwhile. */
export async function lockWaitingCredit(transaction: Transaction, payoutId: string): Promise<boolean> {
  const { rows } = await sql`
    select from payout_credits where payout_id = ${payoutId} and state = 'waiting' for update`.execute(transaction);
  return rows.length === 1;
}
