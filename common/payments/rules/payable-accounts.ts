import { type AccountSummary, isClosed, isPayable } from '#common/accounts/rules/account.ts';
import { isBlockedByHoldCode } from './availability.ts';
import type { PaymentSettings } from './payment-settings.ts';

/**
 * What the payment flow offers to pay: loans and lines of credit that are open (P 4),
 * and one that was asked for by its address, so that the flow can say why it cannot be paid.
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
