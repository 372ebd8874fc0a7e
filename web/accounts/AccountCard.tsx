import type { ReactNode } from 'react';
import { type AccountSummary, isPayable } from '#common/accounts/rules/account.ts';
import { standingOf } from '#common/accounts/rules/account-display.ts';
import { statusCodes } from '#common/accounts/rules/account-status.ts';
import { classNames } from '#web/ui/class-names.ts';
import { type AccountColumnId, accountColumns } from './account-columns.tsx';
import styles from './AccountList.module.css';

interface AccountCardProps {
  readonly account: AccountSummary;
  /** The visible columns, so a card shows no more than the table. */
  readonly shown: ReadonlySet<AccountColumnId>;
  /** The account's name; a link in it covers the whole card. */
  readonly name: ReactNode;
  /** The column already used as the name. */
  readonly nameColumn: AccountColumnId;
}

/** An account on a phone: the main facts on top, the rest below. */
export function AccountCard({ account, shown, name, nameColumn }: AccountCardProps) {
  const payable = isPayable(account);
  const standing = payable ? standingOf(account) : 'current';
  const bills = payable && account.status !== statusCodes.chargedOff;
  const cell = (id: AccountColumnId) => (shown.has(id) && id !== nameColumn ? accountColumns[id].cell(account) : null);
  const below = [cell('number'), bills ? cell('balance') : null].filter((part) => part !== null);
  return (
    <div className={styles.card}>
      <span className={styles.strong}>{name}</span>
      <span className={classNames(styles.strong, styles.end, standing === 'pastDue' && styles.pastDue)}>
        {cell(bills ? 'amountDue' : 'balance')}
      </span>
      <span className={styles.quiet}>
        {below.map((part, index) => (
          <span key={index === 0 ? 'first' : 'second'}>
            {index > 0 && ' · '}
            {part}
          </span>
        ))}
      </span>
      <span className={classNames(styles.quiet, styles.end)}>
        {payable
          ? cell(bills && standing === 'current' && account.status !== statusCodes.paidOff ? 'dueOn' : 'status')
          : cell('rate')}
      </span>
    </div>
  );
}
