import type { ComponentProps } from 'react';
import styles from './Card.module.css';
import { classNames } from './class-names.ts';

export interface CardProps extends Omit<ComponentProps<'div'>, 'className'> {
  readonly as?: 'div' | 'section' | 'aside';
  readonly padded?: boolean;
  /** Left out in print. */
  readonly screenOnly?: boolean;
}

/** A white sheet on the page background. */
export function Card({ as: Element = 'div', padded = false, screenOnly = false, ...rest }: CardProps) {
  return (
    <Element {...rest} className={classNames(styles.card, padded && styles.padded, screenOnly && styles.screenOnly)} />
  );
}
