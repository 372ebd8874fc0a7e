import { type AccountSummary, isClosed, isPayable } from '#common/accounts/rules/account.ts';
import { isBlockedByHoldCode } from './availability.ts';
import type { PaymentSettings } from './payment-settings.ts';

/**
 * Open loans and lines of credit (P 4), plus the account named in the address, so the flow can explain why it can't be
 * paid.
 */
export function payableAccounts<Account extends Pick<AccountSummary, 'number' | 'typeCode' | 'comment'>>(
  accounts: readonly Account[],
  settings: Pick<PaymentSettings, 'achBlockingHoldCodes' | 'cardBlockingHoldCodes'>,
  askedFor?: string,
): Account[] {
  return accounts.filter((account) => {
    if (!isPayable(account)) return false;
    const open = !isClosed(account) && !isBlockedByHoldCode(account.comment, settings);
    return open || account.number === askedFor;
  });
}
