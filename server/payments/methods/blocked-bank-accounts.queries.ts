import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { PaymentTables } from '#server/payments/payment-tables.ts';

export async function blockBankAccount(
  transaction: Transaction,
  blocked: { readonly accountIndex: Uint8Array; readonly code: string; readonly at: Temporal.Instant },
): Promise<void> {
  await transaction
    .withTables<PaymentTables>()
    .insertInto('blocked_bank_accounts')
    .values({ account_index: blocked.accountIndex, code: blocked.code, blocked_at: blocked.at.toString() })
    .onConflict((conflict) => conflict.column('account_index').doNothing())
    .execute();
}

/** Returns the bank's code for the block, or undefined. */
export async function findBlock(queryable: Queryable, accountIndex: Uint8Array): Promise<string | undefined> {
  const row = await queryable
    .withTables<PaymentTables>()
    .selectFrom('blocked_bank_accounts')
    .select('code')
    .where('account_index', '=', accountIndex)
    .executeTakeFirst();
  return row?.code;
}
