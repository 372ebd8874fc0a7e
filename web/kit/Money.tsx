import { type Cents, formatCents } from '#common/core/money.ts';
import styles from './figures.module.css';

/** `$1,234.56`, never broken over lines. */
export function Money({ cents }: { readonly cents: Cents }) {
  return <span className={styles.figure}>{formatCents(cents)}</span>;
}
