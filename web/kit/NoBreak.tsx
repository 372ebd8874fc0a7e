import type { ReactNode } from 'react';
import styles from './figures.module.css';

/** What stays on one line, such as an account number. */
export function NoBreak({ children }: { readonly children: ReactNode }) {
  return <span className={styles.figure}>{children}</span>;
}
