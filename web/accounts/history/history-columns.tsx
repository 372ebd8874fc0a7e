import type { ReactNode } from 'react';
import type { HistoryColumn } from '#common/accounts/history.api.ts';
import type { Cents } from '#common/core/money.ts';
import type { SwitchKey } from '#common/contract/all-options.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { useText } from '#web/institution/settings.ts';
import { DayText } from '#web/kit/DayText.tsx';
import { Money } from '#web/kit/Money.tsx';
import { NoBreak } from '#web/kit/NoBreak.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { receiptPath } from '#web/paths.ts';
import { Chip } from '#web/ui/Chip.tsx';
import type { ShownEntry } from './history-data.ts';

export interface HistoryColumnPlan {
  readonly id: HistoryColumn;
  readonly header: TextKey;
  readonly hideWhen: SwitchKey;
  readonly numeric?: boolean;
  readonly cell: (entry: ShownEntry) => ReactNode;
}

const allPlans: readonly HistoryColumnPlan[] = [
  {
    id: 'date',
    header: 'history.date',
    hideWhen: 'historyOptions.hideTransactionDate',
    cell: (entry) => <DayText day={entry.effectiveOn} />,
  },
  {
    id: 'time',
    header: 'history.time',
    hideWhen: 'historyOptions.hideTime',
    cell: (entry) => <NoBreak>{clockTime(entry.time)}</NoBreak>,
  },
  {
    id: 'description',
    header: 'history.description',
    hideWhen: 'historyOptions.hideDescription',
    cell: (entry) => <Description entry={entry} />,
  },
  amountColumn('principal', 'historyOptions.hidePrincipal', (entry) => entry.principalCents),
  amountColumn('interest', 'historyOptions.hideInterest', (entry) => entry.interestCents),
  amountColumn('other', 'historyOptions.hideOther', (entry) => entry.otherCents),
  amountColumn('total', 'historyOptions.hideTotalPaymentAmount', (entry) => entry.totalCents),
  amountColumn('balance', 'historyOptions.hideRunningPrincipalBalance', (entry) => entry.runningPrincipalCents),
];

/** A loan has every column; a deposit has no principal or interest. */
export type HistoryKind = 'loan' | 'deposit';

const depositColumns: ReadonlySet<HistoryColumn> = new Set(['date', 'time', 'description', 'total', 'balance']);

const depositHeaders: Readonly<Partial<Record<HistoryColumn, TextKey>>> = {
  total: 'depositDetails.amount',
  balance: 'depositDetails.runningBalance',
};

export const historyColumnPlans: Readonly<Record<HistoryKind, readonly HistoryColumnPlan[]>> = {
  loan: allPlans,
  deposit: allPlans
    .filter(({ id }) => depositColumns.has(id))
    .map((plan) => ({ ...plan, header: depositHeaders[plan.id] ?? plan.header })),
};

function Description({ entry }: { readonly entry: ShownEntry }) {
  const returned = useText('history.returned');
  const { description, paymentId } = entry;
  return (
    <>
      {paymentId === null ? description : <ScreenLink to={receiptPath(paymentId)}>{description}</ScreenLink>}
      {entry.returned && returned !== null && (
        <>
          {' '}
          <Chip tone="warn">{returned}</Chip>
        </>
      )}
    </>
  );
}

function amountColumn(
  id: 'principal' | 'interest' | 'other' | 'total' | 'balance',
  hideWhen: SwitchKey,
  centsOf: (entry: ShownEntry) => Cents,
): HistoryColumnPlan {
  return {
    id,
    header: `history.${id}`,
    hideWhen,
    numeric: true,
    cell: (entry) => <Money cents={centsOf(entry)} />,
  };
}

/** Formats `13:05:00` as `1:05 PM`. */
function clockTime(time: string): string {
  return time === ''
    ? ''
    : Temporal.PlainTime.from(time).toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' });
}
