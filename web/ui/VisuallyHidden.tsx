import type { ReactNode } from 'react';
import styles from './VisuallyHidden.module.css';

/** The class for content only assistive technology reads. */
export const visuallyHiddenClass = styles.hidden ?? '';

export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}
