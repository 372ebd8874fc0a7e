import type { DeskAnswer } from '#server/desk/http/desk-endpoint.ts';
import { hasOpenWorkItem } from '#server/desk/approvals/work-items.queries.ts';
import { MAX_BANK_ACCOUNTS } from '#server/payments/operator/pay-out-to-bank.ts';
import {
  listCreditsOf,
  listCustomerBankAccounts,
  type PayoutCredit,
} from '#server/payments/operator/payout-credits.queries.ts';
import type { Payout } from '#server/payments/operator/payouts.queries.ts';
import { findAccountBlock } from '#server/payments/operator/release-bank-account.command.ts';
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
export async function listShownPayouts(services: Services, payouts: readonly Payout[]): Promise<Shown['payouts']> {
  const { database } = services;
  const ids = payouts.map(({ payoutId }) => payoutId);
  const credits = new Map((await listCreditsOf(database, ids)).map(({ payoutId, ...credit }) => [payoutId, credit]));
  return Promise.all(
    payouts.map(async (payout) => {
      const { payoutId, customerId, means, reference, amountCents, paidOn, recordedBy, stoppedAt } = payout;
      const stopAsked = await hasOpenWorkItem(database, 'stopPayout', customerId, { payoutId });
      const shown = { payoutId, means, reference, amountCents, paidOn, recordedBy, stopAsked };
      const credit = credits.get(payoutId);
      const accountBlock = credit ? await findShownBlock(services, payout, credit) : null;
      return {
        ...shown,
        stoppedAt: stoppedAt?.toString() ?? null,
        credit: credit ? { ...credit, accountBlock } : null,
      };
    }),
  );
}

/** A credit that arrived says nothing against its account. */
async function findShownBlock(
  services: Services,
  { payoutId, customerId }: Payout,
  { state, returnCode }: Pick<PayoutCredit, 'state' | 'returnCode'>,
): Promise<NonNullable<Shown['payouts'][number]['credit']>['accountBlock']> {
  if (state === 'filed' && returnCode === null) return null;
  const { database } = services;
  const block = await findAccountBlock(services, database, { payoutId });
  if (!block) return null;
  const releaseAsked = await hasOpenWorkItem(database, 'releaseBankAccount', customerId, { payoutId });
  return { code: block.code, blockedAt: block.blockedAt.toString(), releaseAsked };
}
