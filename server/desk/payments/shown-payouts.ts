import type { DeskAnswer } from '#server/desk/http/desk-endpoint.ts';
import { hasOpenWorkItem } from '#server/desk/approvals/work-items.queries.ts';
import { MAX_BANK_ACCOUNTS } from '#server/payments/operator/pay-out-to-bank.ts';
import { listCreditsOf, listCustomerBankAccounts } from '#server/payments/operator/payout-credits.queries.ts';
import type { Payout } from '#server/payments/operator/payouts.queries.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';

type Shown = DeskAnswer<'GET /api/desk/overpayments/loan'>;

/** The bank accounts of a customer to which the bank file can send money; none where no bank takes files. */
export async function listShownBankAccounts(
  { database, institution }: Pick<Services, 'database' | 'institution'>,
  customerId: string,
): Promise<Shown['bankAccounts']> {
  if (!institution.bankFile) return [];
  const accounts = await listCustomerBankAccounts(database, customerId, MAX_BANK_ACCOUNTS);
  return accounts.map(({ profileId, ownerName, bankName, accountType, lastFour }) => ({
    profileId,
    ownerName,
    bankName,
    accountType,
    lastFour,
  }));
}

/** With the bank credit of each, and whether someone asked to stop it. */
export async function listShownPayouts(database: Database, payouts: readonly Payout[]): Promise<Shown['payouts']> {
  const ids = payouts.map(({ payoutId }) => payoutId);
  const credits = new Map((await listCreditsOf(database, ids)).map(({ payoutId, ...credit }) => [payoutId, credit]));
  return Promise.all(
    payouts.map(async (payout) => {
      const { payoutId, customerId, means, reference, amountCents, paidOn, recordedBy, stoppedAt } = payout;
      const stopAsked = await hasOpenWorkItem(database, 'stopPayout', customerId, { payoutId });
      const shown = { payoutId, means, reference, amountCents, paidOn, recordedBy, stopAsked };
      return { ...shown, stoppedAt: stoppedAt?.toString() ?? null, credit: credits.get(payoutId) ?? null };
    }),
  );
}
