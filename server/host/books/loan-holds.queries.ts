import { type LoanHold, loanHolds } from '#common/accounts/rules/loan-holds.ts';
import type { HoldCodeChange, LoanHoldsChange } from '#server/host/host-servicing.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import type { BooksTables, LoansTable } from './books-tables.ts';

const columns = {
  inDispute: 'in_dispute',
  lockedForPayoff: 'locked_for_payoff',
  noOnlinePayments: 'online_blocked',
  onlyImmediatePayments: 'only_immediate_payments',
  noBankPayments: 'ach_blocked',
  noCardPayments: 'card_blocked',
  noRecurringPayments: 'recurring_blocked',
  historyBlocked: 'history_blocked',
} as const satisfies Record<LoanHold, keyof LoansTable>;

/** Returns false if the account is not a loan. */
export async function setLoanHolds(queryable: Queryable, { accountNumber, holds }: LoanHoldsChange): Promise<boolean> {
  const row = await queryable
    .withTables<BooksTables>()
    .updateTable('loans')
    .set(Object.fromEntries(loanHolds.map((hold) => [columns[hold], holds.includes(hold)])))
    .where('account_id', '=', (account) =>
      account.selectFrom('accounts').select('accounts.account_id').where('account_number', '=', accountNumber),
    )
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns false if the account is not a loan. */
export async function setHoldCode(queryable: Queryable, change: HoldCodeChange): Promise<boolean> {
  const row = await queryable
    .withTables<BooksTables>()
    .updateTable('accounts')
    .set({ hold_code: change.holdCode })
    .where('account_number', '=', change.accountNumber)
    .where('account_id', 'in', (account) => account.selectFrom('loans').select('loans.account_id'))
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}
