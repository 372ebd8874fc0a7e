import { listCreditsOf } from '#server/payments/operator/payout-credits.queries.ts';
import { findPayout } from '#server/payments/operator/payouts.queries.ts';
import { type ReleasedAccount, releaseBankAccount } from '#server/payments/operator/release-bank-account.command.ts';
import { findPayment } from '#server/payments/payments.queries.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Approved } from './approvable.ts';

export async function releaseAccountAsRequested({ services, item, by, settle }: Approved): Promise<string | undefined> {
  const { input, reason } = item;
  const block = { code: input['code'] ?? '', blockedAt: Temporal.Instant.from(input['blockedAt'] ?? '') };
  return inTransaction(services.database, async (transaction) => {
    const account = await findAccount(transaction, input);
    if (!account) return 'The payment no longer exists.';
    const released = await releaseBankAccount(services, transaction, account, block, { by, reason });
    if (!released.ok) return 'The bank account was released already, or a bank has refused it again.';
    await settle(transaction);
    return undefined;
  });
}

/** By the payment or the payout that the request names. */
async function findAccount(
  transaction: Transaction,
  { paymentId, payoutId }: Approved['item']['input'],
): Promise<ReleasedAccount | undefined> {
  if (payoutId === undefined) {
    const payment = await findPayment(transaction, paymentId ?? '');
    return payment && { ...payment, use: { paymentId: payment.paymentId } };
  }
  const payout = await findPayout(transaction, payoutId);
  const [credit] = await listCreditsOf(transaction, [payoutId]);
  if (!payout || !credit) return undefined;
  return { use: { payoutId }, customerId: payout.customerId, userId: null, lastFour: credit.lastFour };
}
