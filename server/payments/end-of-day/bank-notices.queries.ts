import type { Cents } from '#common/core/money.ts';
import type { BankAccountType } from '#common/payments/rules/payment-types.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { PaymentTables } from '../payment-tables.ts';

export interface FiledEntry {
  readonly entryId: number;
  readonly paymentId: string;
  readonly amountCents: Cents;
  readonly accountType: BankAccountType;
  readonly routingNumberSealed: Uint8Array;
  readonly accountNumberSealed: Uint8Array;
}

/**
 * Returns the newest draft with a trace number, as numbers are reused.
 * @param amountCents of a return; prefers a draft with this amount over a newer one
 */
export async function findEntryByTrace(
  queryable: Queryable,
  traceNumber: string,
  amountCents?: Cents,
): Promise<FiledEntry | undefined> {
  const rows = await queryable
    .withTables<PaymentTables>()
    .selectFrom('ach_entries')
    .select(['entry_id', 'payment_id', 'amount_cents', 'account_type'])
    .select(['routing_number_sealed', 'account_number_sealed'])
    .where('trace_number', '=', traceNumber)
    .orderBy('file_id', 'desc')
    .execute();
  const row = rows.find((candidate) => candidate.amount_cents === amountCents) ?? rows[0];
  return (
    row && {
      entryId: row.entry_id,
      paymentId: row.payment_id,
      amountCents: row.amount_cents,
      accountType: row.account_type,
      routingNumberSealed: row.routing_number_sealed,
      accountNumberSealed: row.account_number_sealed,
    }
  );
}

/** Returns false if the bank already sent the same notice for this entry. */
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
