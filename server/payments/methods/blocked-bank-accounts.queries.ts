import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { PaymentTables } from '#server/payments/payment-tables.ts';

/** A later refusal counts: whoever releases the account must know the newest reason. */
export async function blockBankAccount(
  transaction: Transaction,
  blocked: { readonly accountIndex: Uint8Array; readonly code: string; readonly at: Temporal.Instant },
): Promise<void> {
  await transaction
    .withTables<PaymentTables>()
    .insertInto('blocked_bank_accounts')
    .values({ account_index: blocked.accountIndex, code: blocked.code, blocked_at: blocked.at.toString() })
    .onConflict((conflict) =>
      conflict.column('account_index').doUpdateSet({ code: blocked.code, blocked_at: blocked.at.toString() }),
    )
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

/** @returns false if the account is not blocked, or for another reason */
export async function deleteBlock(
  transaction: Transaction,
  accountIndex: Uint8Array,
  { code, blockedAt }: BankAccountBlock,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .withTables<PaymentTables>()
    .deleteFrom('blocked_bank_accounts')
    .where('account_index', '=', accountIndex)
    .where('code', '=', code)
    .where('blocked_at', '=', blockedAt)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
