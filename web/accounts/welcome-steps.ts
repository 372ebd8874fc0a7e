import type { PublicOptionKey, PublicOptions } from '#common/contract/all-options.ts';
import { type AccountSummary, hasOpenHoldCode, isClosed, isPayable } from '#common/accounts/rules/account.ts';
import type { PlannedPayments } from '#common/payments/rules/planned-payments.ts';

/** Something worth setting up; `account` is the loan where it is done. */
export type WelcomeStep =
  | { readonly id: 'autopay' | 'statements'; readonly account: AccountSummary }
  | { readonly id: 'alerts' };

export interface WelcomeFacts {
  readonly option: <Key extends PublicOptionKey>(key: Key) => PublicOptions[Key];
  readonly accounts: readonly AccountSummary[];
  readonly plannedOf: (accountNumber: string) => PlannedPayments;
  /** Something can be paid online. */
  readonly payable: boolean;
}

/** The steps that the institution offers and the customer has not taken. */
export function listWelcomeSteps({ option, accounts, plannedOf, payable }: WelcomeFacts): WelcomeStep[] {
  const open = accounts.filter((account) => isPayable(account) && !isClosed(account));
  const offersAutopay =
    payable && option('paymentOptions.allowOnDueDate') && option('paymentOptions.allowRecurringAch');
  const unplanned = open.find(
    ({ number, dueOn, comment }) =>
      dueOn !== null && hasOpenHoldCode(comment) && plannedOf(number).autopay.length === 0,
  );
  const onPaper = open.find(({ statementPreference }) => statementPreference === 'Paper');
  return [
    ...(offersAutopay && unplanned ? [{ id: 'autopay', account: unplanned } as const] : []),
    ...(!option('loanDetailsOptions.hideEStatements') && onPaper
      ? [{ id: 'statements', account: onPaper } as const]
      : []),
    ...(option('profileOptions.hideNotifications') ? [] : [{ id: 'alerts' } as const]),
  ];
}
