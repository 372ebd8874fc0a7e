import type { ReactNode } from 'react';
import styles from './figures.module.css';

export function NoBreak({ children }: { readonly children: ReactNode }) {
  return <span className={styles.figure}>{children}</span>;
}
