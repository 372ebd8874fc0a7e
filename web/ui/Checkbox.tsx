import type { ComponentProps, ReactNode } from 'react';
import styles from './Checkbox.module.css';
import { FieldError } from './FieldError.tsx';
import { describedBy, type FieldNames, useFieldIds } from './FieldFrame.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface CheckboxProps
  extends Omit<FieldNames, 'label' | 'aside'>, Omit<ComponentProps<'input'>, 'className' | 'id' | 'type' | 'children'> {
  readonly label: ReactNode;
}

export function Checkbox({ label, labelHidden, hint, error, ...input }: CheckboxProps) {
  const ids = useFieldIds();
  return (
    <div>
      <label className={styles.row}>
        <input
          {...input}
          {...describedBy(ids, { hint, error })}
          id={ids.controlId}
          type="checkbox"
          className={styles.box}
        />
        {labelHidden === true ? <VisuallyHidden>{label}</VisuallyHidden> : <span>{label}</span>}
      </label>
      {hint ? (
        <span id={ids.hintId} className={styles.hint}>
          {hint}
        </span>
      ) : null}
      <FieldError id={ids.errorId} message={error} />
    </div>
  );
}
