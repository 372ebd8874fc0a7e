import type { Transaction } from '#server/platform/db/database.ts';

/** Records that a customer opted out of optional email. Returns false if they already had. */
export async function recordEmailOptOut(
  transaction: Transaction,
  customerId: string,
  at: Temporal.Instant,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('email_opt_outs')
    .values({ customer_id: customerId, opted_out_at: at.toString() })
    .onConflict((conflict) => conflict.column('customer_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function endEmailOptOut(transaction: Transaction, customerId: string): Promise<void> {
  await transaction.deleteFrom('email_opt_outs').where('customer_id', '=', customerId).execute();
}
