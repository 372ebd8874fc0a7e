import type { HistoryColumn } from '#common/accounts/history.api.ts';
import { nameFromKey, useTexts } from '#web/institution/settings.ts';
import { DefinitionList } from '#web/ui/DefinitionList.tsx';
import type { HistoryColumnPlan } from './history-columns.tsx';
import type { ShownEntry } from './history-data.ts';
import styles from './history.module.css';

interface EntryCardProps {
  readonly entry: ShownEntry;
  readonly plans: readonly HistoryColumnPlan[];
}

/** Columns at the top of the card; the others follow with their names. */
const leading: ReadonlySet<HistoryColumn> = new Set(['date', 'time', 'description', 'total']);

/** A history entry on a phone: description and amount on top, its split below. */
export function EntryCard({ entry, plans }: EntryCardProps) {
  const text = useTexts();
  const cell = (id: HistoryColumn) => plans.find((plan) => plan.id === id)?.cell(entry) ?? null;
  return (
    <div className={styles.card}>
      <span className={styles.strong}>{cell('description')}</span>
      <span className={styles.strong}>{cell('total')}</span>
      <span className={styles.quiet}>
        {cell('date')} {cell('time')}
      </span>
      <div className={styles.parts}>
        <DefinitionList
          layout="rows"
          items={plans
            .filter(({ id }) => !leading.has(id))
            .map((plan) => {
              const words = text(plan.header);
              return {
                id: plan.id,
                term: words ?? nameFromKey(plan.header),
                termHidden: words === null,
                value: plan.cell(entry),
              };
            })}
        />
      </div>
    </div>
  );
}
