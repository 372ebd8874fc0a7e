import type { ReactNode } from 'react';
import styles from './StateAndZip.module.css';

/** The last line of an address: state, then zip code. */
export function StateAndZip({ children }: { readonly children: ReactNode }) {
  return <div className={styles.line}>{children}</div>;
}
