import type { Selectable } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { PayoutMeans, PayoutPurpose } from '#common/payments/rules/payout.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { PaymentTables, PayoutsTable } from '#server/payments/payment-tables.ts';

/** An overpayment, or a part of it, that went back to the customer, or what they drew on a line of credit. */
export interface Payout {
  readonly payoutId: string;
  readonly customerId: string;
  readonly accountNumber: string;
  readonly purpose: PayoutPurpose;
  readonly means: PayoutMeans;
  readonly reference: string;
  readonly amountCents: Cents;
  readonly paidOn: Day;
  readonly recordedBy: string;
  readonly recordedAt: Temporal.Instant;
  readonly stoppedAt: Temporal.Instant | null;
}

/** Whether the same check or wire is recorded on the loan, and not stopped. */
export async function isPaidOutAlready(
  transaction: Transaction,
  { accountNumber, means, reference }: Pick<Payout, 'accountNumber' | 'means' | 'reference'>,
): Promise<boolean> {
  const row = await transaction
    .withTables<PaymentTables>()
    .selectFrom('payouts')
    .select('payout_id')
    .where('account_number', '=', accountNumber)
    .where('means', '=', means)
    .where('reference', '=', reference)
    .where('stopped_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Throws if the same check or wire is recorded already. */
export async function insertPayout(transaction: Transaction, payout: Omit<Payout, 'stoppedAt'>): Promise<void> {
  await transaction
    .withTables<PaymentTables>()
    .insertInto('payouts')
    .values({
      payout_id: payout.payoutId,
      customer_id: payout.customerId,
      account_number: payout.accountNumber,
      purpose: payout.purpose,
      means: payout.means,
      reference: payout.reference,
      amount_cents: payout.amountCents,
      paid_on: payout.paidOn,
      recorded_by: payout.recordedBy,
      recorded_at: payout.recordedAt.toString(),
    })
    .execute();
}

/** Newest first. */
export async function listPayouts(
  queryable: Queryable,
  { customerId, accountNumber, purpose }: Pick<Payout, 'customerId' | 'accountNumber' | 'purpose'>,
  limit: number,
): Promise<Payout[]> {
  const rows = await queryable
    .withTables<PaymentTables>()
    .selectFrom('payouts')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('account_number', '=', accountNumber)
    .where('purpose', '=', purpose)
    .orderBy('recorded_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

export async function findPayout(queryable: Queryable, payoutId: string): Promise<Payout | undefined> {
  const row = await queryable
    .withTables<PaymentTables>()
    .selectFrom('payouts')
    .selectAll()
    .where('payout_id', '=', payoutId)
    .executeTakeFirst();
  return row && fromRow(row);
}

export async function markPayoutStopped(
  transaction: Transaction,
  payoutId: string,
  { by, reason, at }: { readonly by: string; readonly reason: string; readonly at: Temporal.Instant },
): Promise<void> {
  await transaction
    .withTables<PaymentTables>()
    .updateTable('payouts')
    .set({ stopped_by: by, stopped_at: at.toString(), stopped_reason: reason })
    .where('payout_id', '=', payoutId)
    .execute();
}

function fromRow(row: Selectable<PayoutsTable>): Payout {
  return {
    payoutId: row.payout_id,
    customerId: row.customer_id,
    accountNumber: row.account_number,
    purpose: row.purpose,
    means: row.means,
    reference: row.reference,
    amountCents: row.amount_cents,
    paidOn: row.paid_on,
    recordedBy: row.recorded_by,
    recordedAt: row.recorded_at,
    stoppedAt: row.stopped_at,
  };
}
