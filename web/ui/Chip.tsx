import type { ReactNode } from 'react';
import styles from './Chip.module.css';
import { classNames } from './class-names.ts';

export type ChipTone = 'ok' | 'warn' | 'bad' | 'plain';

/** A short status label. */
export function Chip({ tone, children }: { readonly tone: ChipTone; readonly children: ReactNode }) {
  return <span className={classNames(styles.chip, styles[tone])}>{children}</span>;
}
