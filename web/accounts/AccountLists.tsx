import type { AccountSummary } from '#common/accounts/rules/account.ts';
import { kindOfAccount } from '#common/accounts/rules/account.ts';
import { AccountList } from './AccountList.tsx';
import { accountLists } from './account-lists.ts';

interface AccountListsProps {
  readonly accounts: readonly AccountSummary[];
  readonly closedShown: boolean;
}

/** One list for each kind of account the customer has (M 2). */
export function AccountLists({ accounts, closedShown }: AccountListsProps) {
  return accountLists.map((list) => {
    const ofKind = accounts.filter((account) => kindOfAccount(account.typeCode) === list.kind);
    if (ofKind.length === 0) return null;
    return <AccountList key={list.kind} list={list} accounts={ofKind} closedShown={closedShown} />;
  });
}
