import type { ReactNode } from 'react';
import styles from './Switch.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface SwitchProps {
  readonly label: ReactNode;
  readonly labelHidden?: boolean | undefined;
  /** `check`: a check mark, for a setting that is always on. */
  readonly look?: 'switch' | 'check';
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean | undefined;
}

export function Switch({ label, labelHidden, look = 'switch', checked, onChange, disabled }: SwitchProps) {
  return (
    <label className={styles.row}>
      <input
        type="checkbox"
        role="switch"
        className={look === 'switch' ? styles.input : styles.check}
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {labelHidden === true ? <VisuallyHidden>{label}</VisuallyHidden> : <span>{label}</span>}
    </label>
  );
}
