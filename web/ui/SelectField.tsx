import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { controlClass, describedBy, FieldFrame, type FieldNames, useFieldIds } from './FieldFrame.tsx';
import styles from './SelectField.module.css';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

export interface SelectFieldProps extends FieldNames, Omit<ComponentProps<'select'>, 'className' | 'id' | 'children'> {
  readonly options: readonly SelectOption[];
  /** Shown while nothing is chosen; can't be chosen. */
  readonly placeholder?: string | undefined;
}

export function SelectField(props: SelectFieldProps) {
  const { label, labelHidden, hint, error, aside, options, placeholder, ...select } = props;
  const ids = useFieldIds();
  return (
    <FieldFrame ids={ids} label={label} labelHidden={labelHidden} hint={hint} error={error} aside={aside}>
      <div className={styles.box}>
        <select {...select} {...describedBy(ids, { hint, error })} id={ids.controlId} className={controlClass}>
          {placeholder !== undefined && (
            <option value="" disabled>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown size={18} aria-hidden="true" />
      </div>
    </FieldFrame>
  );
}
