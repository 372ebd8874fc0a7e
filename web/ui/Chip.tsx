import type { ReactNode } from 'react';
import styles from './Chip.module.css';
import { classNames } from './class-names.ts';
import tones from './tones.module.css';

export type ChipTone = 'ok' | 'warn' | 'bad' | 'plain';

/** A short status label. */
export function Chip({ tone, children }: { readonly tone: ChipTone; readonly children: ReactNode }) {
  return <span className={classNames(styles.chip, tones[tone])}>{children}</span>;
}
