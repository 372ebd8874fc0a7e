import { useLabel, useOptions, useTexts } from '#web/institution/settings.ts';
import { Field } from '#web/kit/Field.tsx';
import { useSortingInAddress, useViewState } from '#web/kit/use-view-state.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { DownloadButtons } from './DownloadButtons.tsx';
import { Entries } from './Entries.tsx';
import { historyColumnPlans, type HistoryKind } from './history-columns.tsx';
import styles from './history.module.css';
import { SortField } from '../SortField.tsx';

export interface HistoryOfDaysProps {
  readonly accountNumber: string;
  readonly kind: HistoryKind;
  /** The number of days for "All". */
  readonly daysSinceOpened: number;
}

/** The periods offered, in days; `all` goes back to the opening (M 2). */
const windows = ['30', '60', '90', 'all'] as const;

const windowTexts = {
  '30': 'history.days30',
  '60': 'history.days60',
  '90': 'history.days90',
  all: 'history.daysAll',
} as const;

/** The entries of the chosen days, in the chosen order. */
export function HistoryOfDays({ accountNumber, kind, daysSinceOpened }: HistoryOfDaysProps) {
  const [wanted, setChosen] = useViewState('days');
  const chosen = windows.find((window) => window === wanted) ?? '30';
  const [sorting, setSorting] = useHistorySorting(kind);
  const text = useTexts();
  const option = useOptions();
  const columns = historyColumnPlans[kind].filter((plan) => !option(plan.hideWhen));
  const [first] = columns;
  const daysName = useLabel('history.days');
  const nameOf = (window: (typeof windows)[number]) => text(windowTexts[window]) ?? `${daysName.label} ${window}`;
  const days = chosen === 'all' ? Math.max(1, daysSinceOpened) : Number(chosen);
  return (
    <>
      <p className={styles.printed}>
        {daysName.label}: {nameOf(chosen)}
      </p>
      <div className={styles.tools}>
        <div className={styles.choice}>
          <Field
            use={SelectField}
            label="history.days"
            value={chosen}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            options={windows.map((value) => ({ value, label: nameOf(value) }))}
          />
        </div>
        {first && (
          <SortField
            columns={columns}
            sorting={sorting ?? { columnId: first.id, direction: 'descending' }}
            onSort={setSorting}
          />
        )}
        <DownloadButtons accountNumber={accountNumber} days={days} />
      </div>
      <Entries kind={kind} accountNumber={accountNumber} view={{ days, sorting }} onSort={setSorting} />
    </>
  );
}

/** Ignores an order by a column this history doesn't have. */
function useHistorySorting(kind: HistoryKind) {
  const [sorting, setSorting] = useSortingInAddress('sort');
  const isKnown = historyColumnPlans[kind].some(({ id }) => id === sorting?.columnId);
  return [isKnown ? sorting : null, setSorting] as const;
}
