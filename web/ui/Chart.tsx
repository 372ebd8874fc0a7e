import type { ReactNode } from 'react';
import styles from './Chart.module.css';
import { ChartReadout, type ChartReadoutProps } from './ChartReadout.tsx';
import { chartBox } from './chart-scale.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface ChartProps {
  /** Read out instead of the drawing. */
  readonly summary: ReactNode;
  /** Amounts beside the plot, from zero; `y` in the units of the chart's box. */
  readonly scale: readonly { readonly label: string; readonly y: number }[];
  readonly readout: ChartReadoutProps;
  /** What is drawn, in the units of the chart's box. */
  readonly children: ReactNode;
  /** The scale below the plot. */
  readonly axis: ReactNode;
  readonly legend: ReactNode;
  /** Unfolds the table. */
  readonly tableName: ReactNode;
  readonly table: ReactNode;
}

/** A drawing with its scale, a readout for pointer and keyboard, and its values as a table. */
export function Chart({ summary, scale, readout, children, axis, legend, tableName, table }: ChartProps) {
  const { width, height } = chartBox;
  return (
    <figure className={styles.figure}>
      <VisuallyHidden>
        <p>{summary}</p>
      </VisuallyHidden>
      <div className={styles.chart}>
        <div className={styles.scale} aria-hidden="true">
          {scale.map(({ label, y }) => (
            <span key={label} style={{ top: `${(y / height) * 100}%` }}>
              {label}
            </span>
          ))}
        </div>
        <div className={styles.plot}>
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
            {scale.map(({ label, y }) => (
              <line key={label} className={styles.grid} x1={0} x2={width} y1={y} y2={y} />
            ))}
            {children}
          </svg>
          <ChartReadout {...readout} />
        </div>
        {axis}
      </div>
      <figcaption className={styles.legend}>{legend}</figcaption>
      <details className={styles.details}>
        <summary>{tableName}</summary>
        {table}
      </details>
    </figure>
  );
}
