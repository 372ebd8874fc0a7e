import type { ComponentProps } from 'react';
import { describedBy, FieldFrame, type FieldNames, useFieldIds } from './FieldFrame.tsx';
import styles from './RangeField.module.css';

export interface RangeFieldProps extends FieldNames, Omit<ComponentProps<'input'>, 'className' | 'id' | 'type'> {}

/** A slider; `aria-valuetext` gives its value in words. */
export function RangeField({ label, labelHidden, hint, error, aside, ...input }: RangeFieldProps) {
  const ids = useFieldIds();
  return (
    <FieldFrame ids={ids} label={label} labelHidden={labelHidden} hint={hint} error={error} aside={aside}>
      <input
        {...input}
        {...describedBy(ids, { hint, error })}
        type="range"
        id={ids.controlId}
        className={styles.range}
      />
    </FieldFrame>
  );
}
