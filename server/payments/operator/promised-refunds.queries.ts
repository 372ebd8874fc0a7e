import { sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { Transaction } from '#server/platform/db/database.ts';

/** A refund by bank credit, of which the customer was told by when it arrives. */
export interface PromisedRefund {
  readonly payoutId: string;
  readonly customerId: string;
  readonly accountNumber: string;
  readonly reference: string;
  readonly amountCents: Cents;
  readonly lastFour: string;
  /** The day on which the customer was told. */
  readonly paidOn: Day;
}

/** Refunds that no bank file has yet, held or not. */
export async function listUnsentRefunds(transaction: Transaction): Promise<PromisedRefund[]> {
  const { rows } = await sql<PromisedRefund>`
    ${promisedRefunds} where purpose = 'overpayment' and state in ('waiting', 'collected', 'held')
    order by payout_id`.execute(transaction);
  return rows;
}

export async function listRefundsOfFile(transaction: Transaction, fileId: number): Promise<PromisedRefund[]> {
  const { rows } = await sql<PromisedRefund>`
    ${promisedRefunds} where purpose = 'overpayment' and file_id = ${fileId}
    order by payout_id`.execute(transaction);
  return rows;
}

const promisedRefunds = sql`
  select payout_id as "payoutId", customer_id as "customerId", account_number as "accountNumber", reference,
    amount_cents as "amountCents", last_four as "lastFour", paid_on as "paidOn"
  from payout_credits join payouts using (payout_id)`;
