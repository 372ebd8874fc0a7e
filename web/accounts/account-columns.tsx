import type { AccountSummary } from '#common/accounts/rules/account.ts';
import { shownDueDate } from '#common/accounts/rules/account-display.ts';
import { DayText } from '#web/kit/DayText.tsx';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Rate } from '#web/kit/Rate.tsx';
import type { Column } from '#web/ui/Table.tsx';
import { AccountComment } from './AccountComment.tsx';
import { AccountStatus } from './AccountStatus.tsx';
import { useAccountNumber } from '#web/kit/use-account-number.ts';

/** The content and sort value of each column, without its heading. */
export const accountColumns = {
  status: {
    cell: (account) => <AccountStatus account={account} />,
    sortBy: (account) => account.status,
  },
  number: {
    cell: (account) => <AccountNumber account={account} />,
    sortBy: (account) => account.number,
    nowrap: true,
  },
  description: {
    cell: (account) => account.description,
    sortBy: (account) => account.description,
    strong: true,
  },
  statementPreference: {
    cell: (account) => <StatementPreference account={account} />,
    sortBy: (account) => account.statementPreference,
  },
  balance: {
    cell: (account) => <Money cents={account.balanceCents} />,
    sortBy: (account) => account.balanceCents,
    numeric: true,
  },
  availableBalance: {
    cell: (account) => <Money cents={account.availableBalanceCents} />,
    sortBy: (account) => account.availableBalanceCents,
    numeric: true,
  },
  rate: {
    cell: (account) => <Rate rate={account.rate} />,
    sortBy: (account) => account.rate,
    numeric: true,
  },
  comment: {
    cell: (account) => <AccountComment account={account} />,
    sortBy: (account) => account.comment,
  },
  dueOn: {
    cell: (account) => <DayText day={shownDueDate(account)} />,
    sortBy: shownDueDate,
    nowrap: true,
  },
  installment: {
    cell: (account) => <Money cents={account.installmentCents} />,
    sortBy: (account) => account.installmentCents,
    numeric: true,
  },
  feesDue: {
    cell: (account) => <Money cents={account.feesDueCents} />,
    sortBy: (account) => account.feesDueCents,
    numeric: true,
  },
  amountDue: {
    cell: (account) => <Money cents={account.amountDueCents} />,
    sortBy: (account) => account.amountDueCents,
    numeric: true,
    strong: true,
  },
  name: {
    cell: (account) => account.nameOnAccount,
    sortBy: (account) => account.nameOnAccount,
  },
} satisfies Readonly<Record<string, Omit<Column<AccountSummary>, 'id' | 'header'>>>;

export type AccountColumnId = keyof typeof accountColumns;

function StatementPreference({ account }: { readonly account: Pick<AccountSummary, 'statementPreference'> }) {
  return account.statementPreference !== '' && <Text of={`loanList.by${account.statementPreference}`} />;
}

function AccountNumber({ account }: { readonly account: Pick<AccountSummary, 'number'> }) {
  const shownNumber = useAccountNumber();
  return shownNumber(account.number);
}
