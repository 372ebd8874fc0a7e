import { ArrowDownUp } from 'lucide-react';
import { nameFromKey, useLabel, useOptions, useTexts } from '#web/institution/settings.ts';
import { Field } from '#web/kit/Field.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import type { Sorting } from '#web/ui/table-sorting.ts';
import { historyColumnPlans, type HistoryKind } from './history-columns.tsx';
import styles from './history.module.css';

interface SortFieldProps {
  readonly kind: HistoryKind;
  readonly sorting: Sorting | null;
  readonly onSort: (sorting: Sorting) => void;
}

/** Chooses the order where cards replace the table's headers. */
export function SortField({ kind, sorting, onSort }: SortFieldProps) {
  const option = useOptions();
  const text = useTexts();
  const turn = useLabel('history.turnOrder');
  const plans = historyColumnPlans[kind].filter((plan) => !option(plan.hideWhen));
  const [first] = plans;
  if (!first) return null;
  const shown = sorting ?? { columnId: first.id, direction: 'descending' };
  return (
    <div className={styles.sort}>
      <Field
        use={SelectField}
        label="history.sortBy"
        value={shown.columnId}
        onChange={({ currentTarget }) => onSort({ columnId: currentTarget.value, direction: 'ascending' })}
        options={plans.map((plan) => ({ value: plan.id, label: text(plan.header) ?? nameFromKey(plan.header) }))}
      />
      <IconButton
        label={turn.label}
        icon={<ArrowDownUp size={20} aria-hidden="true" />}
        onClick={() => onSort({ ...shown, direction: shown.direction === 'ascending' ? 'descending' : 'ascending' })}
      />
    </div>
  );
}
