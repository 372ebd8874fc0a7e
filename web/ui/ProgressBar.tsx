import { classNames } from './class-names.ts';
import styles from './ProgressBar.module.css';

export interface ProgressBarProps {
  readonly label: string;
  /** From 0 to 1. */
  readonly share: number;
  readonly onBrand?: boolean;
}

export function ProgressBar({ label, share, onBrand = false }: ProgressBarProps) {
  return (
    <progress
      className={classNames(styles.bar, onBrand && styles.onBrand)}
      aria-label={label}
      // Within a table cell or a row, screen readers would read the bare fraction.
      aria-valuetext={`${Math.round(share * 100)}%`}
      max={1}
      value={Math.min(1, Math.max(0, share))}
    />
  );
}
