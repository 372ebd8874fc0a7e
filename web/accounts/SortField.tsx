import { ArrowDownUp } from 'lucide-react';
import type { TextKey } from '#common/contract/all-texts.ts';
import { nameFromKey, useLabel, useTexts } from '#web/institution/settings.ts';
import { Field } from '#web/kit/Field.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import type { Sorting } from '#web/ui/table-sorting.ts';
import styles from './SortField.module.css';

interface SortFieldProps {
  /** The columns to sort by; not empty. */
  readonly columns: readonly { readonly id: string; readonly header: TextKey }[];
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
}

/** Chooses the order where cards replace the table's headers. */
export function SortField({ columns, sorting, onSort }: SortFieldProps) {
  const text = useTexts();
  const turn = useLabel('history.turnOrder');
  const direction = sorting.direction === 'ascending' ? 'descending' : 'ascending';
  return (
    <div className={styles.sort}>
      <Field
        use={SelectField}
        label="history.sortBy"
        value={sorting.columnId}
        onChange={({ currentTarget }) => onSort({ columnId: currentTarget.value, direction: 'ascending' })}
        options={columns.map(({ id, header }) => ({ value: id, label: text(header) ?? nameFromKey(header) }))}
      />
      <IconButton
        label={turn.label}
        icon={<ArrowDownUp size={20} aria-hidden="true" />}
        onClick={() => onSort({ ...sorting, direction })}
      />
    </div>
  );
}
