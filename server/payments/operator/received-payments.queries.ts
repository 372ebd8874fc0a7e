import type { Selectable } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { ReceivedMeans } from '#common/payments/rules/received-payment.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { PaymentTables, ReceivedPaymentsTable } from '#server/payments/payment-tables.ts';

export interface ReceivedPayment {
  readonly receivedId: string;
  readonly customerId: string;
  readonly accountNumber: string;
  readonly means: ReceivedMeans;
  readonly reference: string;
  readonly amountCents: Cents;
  readonly overpaidCents: Cents;
  readonly receivedOn: Day;
  readonly recordedBy: string;
  readonly recordedAt: Temporal.Instant;
  readonly takenBackAt: Temporal.Instant | null;
  /** Set once it counts on another loan, under another row. */
  readonly movedAt: Temporal.Instant | null;
  /** The row it was first received under, if it was moved here. */
  readonly movedFrom: string | null;
}

/** Whether money with this reference stands on the loan. */
export async function isReceivedAlready(
  queryable: Queryable,
  { accountNumber, means, reference }: Pick<ReceivedPayment, 'accountNumber' | 'means' | 'reference'>,
): Promise<boolean> {
  const row = await queryable
    .withTables<PaymentTables>()
    .selectFrom('received_payments')
    .select('received_id')
    .where('account_number', '=', accountNumber)
    .where('means', '=', means)
    .where('reference', '=', reference)
    .where('taken_back_at', 'is', null)
    .where('moved_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Throws if money with this reference stands on the loan already. */
export async function insertReceived(
  transaction: Transaction,
  received: Omit<ReceivedPayment, 'takenBackAt' | 'movedAt'>,
): Promise<void> {
  await transaction
    .withTables<PaymentTables>()
    .insertInto('received_payments')
    .values({
      received_id: received.receivedId,
      customer_id: received.customerId,
      account_number: received.accountNumber,
      means: received.means,
      reference: received.reference,
      amount_cents: received.amountCents,
      overpaid_cents: received.overpaidCents,
      received_on: received.receivedOn,
      recorded_by: received.recordedBy,
      recorded_at: received.recordedAt.toString(),
      moved_from: received.movedFrom,
    })
    .execute();
}

/** Newest first. */
export async function listReceived(
  queryable: Queryable,
  { customerId, accountNumber }: Pick<ReceivedPayment, 'customerId' | 'accountNumber'>,
  limit: number,
): Promise<ReceivedPayment[]> {
  const rows = await queryable
    .withTables<PaymentTables>()
    .selectFrom('received_payments')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('account_number', '=', accountNumber)
    .orderBy('recorded_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

export async function findReceived(queryable: Queryable, receivedId: string): Promise<ReceivedPayment | undefined> {
  const row = await queryable
    .withTables<PaymentTables>()
    .selectFrom('received_payments')
    .selectAll()
    .where('received_id', '=', receivedId)
    .executeTakeFirst();
  return row && fromRow(row);
}

export async function markTakenBack(
  transaction: Transaction,
  receivedId: string,
  { by, reason, at }: { readonly by: string; readonly reason: string; readonly at: Temporal.Instant },
): Promise<void> {
  await transaction
    .withTables<PaymentTables>()
    .updateTable('received_payments')
    .set({ taken_back_by: by, taken_back_at: at.toString(), taken_back_reason: reason })
    .where('received_id', '=', receivedId)
    .execute();
}

export async function markMoved(transaction: Transaction, receivedId: string, at: Temporal.Instant): Promise<void> {
  await transaction
    .withTables<PaymentTables>()
    .updateTable('received_payments')
    .set({ moved_at: at.toString() })
    .where('received_id', '=', receivedId)
    .execute();
}

function fromRow(row: Selectable<ReceivedPaymentsTable>): ReceivedPayment {
  return {
    receivedId: row.received_id,
    customerId: row.customer_id,
    accountNumber: row.account_number,
    means: row.means,
    reference: row.reference,
    amountCents: row.amount_cents,
    overpaidCents: row.overpaid_cents,
    receivedOn: row.received_on,
    recordedBy: row.recorded_by,
    recordedAt: row.recorded_at,
    takenBackAt: row.taken_back_at,
    movedAt: row.moved_at,
    movedFrom: row.moved_from,
  };
}
