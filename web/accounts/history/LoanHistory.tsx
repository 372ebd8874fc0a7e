import { useState } from 'react';
import { useLabel, useTexts } from '#web/institution/settings.ts';
import { Section } from '#web/kit/Section.tsx';
import { Field } from '#web/kit/Field.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { DownloadButtons } from './DownloadButtons.tsx';
import { Entries } from './Entries.tsx';
import type { HistoryKind } from './history-columns.tsx';
import type { HistoryView } from './history-data.ts';
import styles from './history.module.css';
import { SortField } from './SortField.tsx';

interface AccountHistoryProps {
  readonly accountNumber: string;
  readonly kind: HistoryKind;
  /** The number of days for "All". */
  readonly daysSinceOpened: number;
}

/** The periods offered, in days; `all` goes back to the opening (M 2). */
const windows = ['30', '60', '90', 'all'] as const;
type Window = (typeof windows)[number];

const windowTexts = {
  '30': 'history.days30',
  '60': 'history.days60',
  '90': 'history.days90',
  all: 'history.daysAll',
} as const;

/** An account's history for the chosen days and order, on screen and as a file (M 2, M 4). */
export function AccountHistory({ accountNumber, kind, daysSinceOpened }: AccountHistoryProps) {
  const [chosen, setChosen] = useState<Window>('30');
  const [sorting, setSorting] = useState<HistoryView['sorting']>(null);
  const text = useTexts();
  const daysName = useLabel('history.days');
  const days = chosen === 'all' ? Math.max(1, daysSinceOpened) : Number(chosen);
  return (
    <Section
      heading="history.heading"
      info="history.info"
      {...(kind === 'loan' ? { hideWhen: 'loanDetailsOptions.hideHistory' as const } : {})}
    >
      <div className={styles.tools}>
        <div className={styles.choice}>
          <Field
            use={SelectField}
            label="history.days"
            value={chosen}
            onChange={({ currentTarget }) => setChosen(currentTarget.value as Window)}
            options={windows.map((value) => ({
              value,
              label: text(windowTexts[value]) ?? `${daysName.label} ${value}`,
            }))}
          />
        </div>
        <SortField kind={kind} sorting={sorting} onSort={setSorting} />
        <DownloadButtons accountNumber={accountNumber} days={days} />
      </div>
      <Entries kind={kind} accountNumber={accountNumber} view={{ days, sorting }} onSort={setSorting} />
    </Section>
  );
}
