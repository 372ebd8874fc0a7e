import { formatRate, type RatePpm } from '#common/core/rates.ts';
import styles from './figures.module.css';

export function Rate({ rate }: { readonly rate: RatePpm }) {
  return <span className={styles.figure}>{formatRate(rate)}</span>;
}
