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

export interface BankAccountBlock {
  /** The return code of the bank. */
  readonly code: string;
  readonly blockedAt: Temporal.Instant;
}

export async function findBlock(queryable: Queryable, accountIndex: Uint8Array): Promise<BankAccountBlock | undefined> {
  return queryable
    .withTables<PaymentTables>()
    .selectFrom('blocked_bank_accounts')
    .select(['code', 'blocked_at as blockedAt'])
    .where('account_index', '=', accountIndex)
    .executeTakeFirst();
}

/** Returns the block that was there, or undefined. */
export async function deleteBlock(
  transaction: Transaction,
  accountIndex: Uint8Array,
): Promise<BankAccountBlock | undefined> {
  return transaction
    .withTables<PaymentTables>()
    .deleteFrom('blocked_bank_accounts')
    .where('account_index', '=', accountIndex)
    .returning(['code', 'blocked_at as blockedAt'])
    .executeTakeFirst();
}
