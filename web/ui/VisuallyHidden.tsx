import type { ReactNode } from 'react';
import styles from './VisuallyHidden.module.css';

/** The class for what assistive technology reads and the eye does not see. */
export const visuallyHiddenClass = styles.hidden ?? '';

export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}
