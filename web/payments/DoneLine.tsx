import type { ReactNode } from 'react';
import styles from './DoneLine.module.css';

/** A finished step's summary, with an optional detail below. */
export function DoneLine({ title, detail }: { readonly title: ReactNode; readonly detail?: ReactNode }) {
  return (
    <>
      <div className={styles.title}>{title}</div>
      {detail ? <div className={styles.detail}>{detail}</div> : null}
    </>
  );
}
