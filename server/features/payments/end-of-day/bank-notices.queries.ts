import type { Cents } from '#common/core/money.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { PaymentTables } from '../payment-tables.ts';

/** A draft that left with a file. */
export interface FiledEntry {
  readonly entryId: number;
  readonly paymentId: string;
  readonly amountCents: Cents;
  readonly routingNumberSealed: Uint8Array;
  readonly accountNumberSealed: Uint8Array;
}

export async function findEntryByTrace(queryable: Queryable, traceNumber: string): Promise<FiledEntry | undefined> {
  const row = await queryable
    .withTables<PaymentTables>()
    .selectFrom('ach_entries')
    .select(['entry_id', 'payment_id', 'amount_cents', 'routing_number_sealed', 'account_number_sealed'])
    .where('trace_number', '=', traceNumber)
    .executeTakeFirst();
  return (
    row && {
      entryId: row.entry_id,
      paymentId: row.payment_id,
      amountCents: row.amount_cents,
      routingNumberSealed: row.routing_number_sealed,
      accountNumberSealed: row.account_number_sealed,
    }
  );
}

/** @returns false when the bank said the same of the entry before. */
export async function insertBankNotice(
  transaction: Transaction,
  notice: {
    readonly entryId: number;
    readonly code: string;
    readonly fileHash: Uint8Array;
    readonly at: Temporal.Instant;
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .withTables<PaymentTables>()
    .insertInto('bank_notices')
    .values({
      entry_id: notice.entryId,
      code: notice.code,
      file_hash: notice.fileHash,
      recorded_at: notice.at.toString(),
    })
    .onConflict((conflict) => conflict.columns(['entry_id', 'code']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
