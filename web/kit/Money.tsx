import { type Cents, formatCents } from '#common/core/money.ts';
import styles from './figures.module.css';

export function Money({ cents }: { readonly cents: Cents }) {
  return <span className={styles.figure}>{formatCents(cents)}</span>;
}
