import type { AccountSummary } from '#common/accounts/rules/account.ts';
import { useAccountNumber } from '#web/kit/use-account-number.ts';

export function AccountNumber({ account }: { readonly account: Pick<AccountSummary, 'number'> }) {
  const shownNumber = useAccountNumber();
  return shownNumber(account.number);
}
