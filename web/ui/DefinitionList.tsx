import type { ReactNode } from 'react';
import styles from './DefinitionList.module.css';
import { visuallyHiddenClass } from './VisuallyHidden.tsx';

export interface Definition {
  readonly id: string;
  readonly term: ReactNode;
  readonly termHidden?: boolean | undefined;
  readonly value: ReactNode;
  /** Highlights the total, below a line. */
  readonly total?: boolean | undefined;
}

export interface DefinitionListProps {
  readonly items: readonly Definition[];
  /** `rows` aligns values at the end of the line, for sums; `grid` puts them below their terms, for facts. */
  readonly layout: 'rows' | 'grid';
  /** A grid of short values. */
  readonly compact?: boolean;
}

export function DefinitionList({ items, layout, compact = false }: DefinitionListProps) {
  return (
    <dl className={styles[layout]} data-compact={compact}>
      {items.map((item) => (
        <div key={item.id} className={item.total === true ? styles.total : undefined}>
          <dt>{item.termHidden === true ? <span className={visuallyHiddenClass}>{item.term}</span> : item.term}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
