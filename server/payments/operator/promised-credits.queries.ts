import { sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { CollectedCredit } from './payout-credits.queries.ts';

/** A refund or draw by bank credit, of which the customer was told by when it arrives. */
export interface PromisedCredit extends Pick<CollectedCredit, 'purpose'> {
  readonly payoutId: string;
  readonly customerId: string;
  readonly accountNumber: string;
  readonly reference: string;
  readonly amountCents: Cents;
  readonly lastFour: string;
  /** The day on which the customer was told. */
  readonly paidOn: Day;
}

/** Credits that are in no bank file yet, held or not. */
export async function listPromisedCredits(transaction: Transaction): Promise<PromisedCredit[]> {
  const { rows } = await sql<PromisedCredit>`
    ${promisedCredits} where state in ('waiting', 'collected', 'held')
    order by payout_id`.execute(transaction);
  return rows;
}

export async function listCreditsOfFile(transaction: Transaction, fileId: number): Promise<PromisedCredit[]> {
  const { rows } = await sql<PromisedCredit>`
    ${promisedCredits} where file_id = ${fileId}
    order by payout_id`.execute(transaction);
  return rows;
}

const promisedCredits = sql`
  select payout_id as "payoutId", customer_id as "customerId", account_number as "accountNumber", reference, purpose,
    amount_cents as "amountCents", last_four as "lastFour", paid_on as "paidOn"
  from payout_credits join payouts using (payout_id)`;
