import type { ReactNode } from 'react';
import { Chart } from '#web/ui/Chart.tsx';
import { chartBox, placeAt, roundTicks } from '#web/ui/chart-scale.ts';
import { classNames } from '#web/ui/class-names.ts';
import styles from './FigureChart.module.css';

/** What a chart shows at one place of its width. */
interface Figure {
  /** Of the place, such as a day. */
  readonly name: string;
  /** One for each line, or of the bar; null: there is no figure, which differs from zero. */
  readonly values: readonly (number | null)[];
  /** The values as they are read out. */
  readonly words: string;
}

interface FigureChartProps {
  readonly title: string;
  /** Before the title, such as a sum. */
  readonly lead?: string;
  readonly figures: readonly Figure[];
  /** Names of the lines; without them, bars. */
  readonly lines?: readonly string[];
  /** A value that should not be exceeded, drawn across the chart. */
  readonly limit?: { readonly value: number; readonly name: string };
  /** The whole numbers of the scale are of this many. */
  readonly unit?: number;
  readonly scaleWords: (value: number) => string;
  /** Names every place below the plot instead of the first and the last. */
  readonly namesAll?: boolean;
  /** Said instead of the chart if there is no figure at all. */
  readonly none: string;
  /** The table of the figures. */
  readonly children: ReactNode;
}

const { width, height } = chartBox;

/** Leaves room for the line width at the edges. */
const MARGIN = 6;

/** A bar alone stays a bar. */
const MAX_BAR = 70;

/** Figures of a report by day, by week, or by kind, as bars or as lines. */
export function FigureChart(props: FigureChartProps) {
  const { title, lead, figures, lines, limit, unit = 1, scaleWords, namesAll = false, none, children } = props;
  const values = figures.flatMap((figure) => figure.values).filter((value) => value !== null);
  const highest = Math.max(unit, limit?.value ?? 0, ...values);
  const yOf = (value: number) => MARGIN + (height - 2 * MARGIN) * (1 - value / highest);
  const slot = width / figures.length;
  const legend = (
    <>
      {lines?.map((name, index) => (
        <span key={name} className={classNames(styles.key, index > 0 && styles.second)}>
          {name}
        </span>
      ))}
      {limit && <span className={classNames(styles.key, styles.limit)}>{limit.name}</span>}
    </>
  );
  const heading = (
    <h3>
      {lead !== undefined && <strong>{lead} </strong>}
      {title}
    </h3>
  );
  if (values.length === 0) {
    return (
      <div className={styles.part}>
        {heading}
        <p>{none}</p>
      </div>
    );
  }
  return (
    <div className={styles.part}>
      {heading}
      <Chart
        summary={summaryOf(title, figures)}
        scale={roundTicks(highest / unit).map((tick) => ({ label: scaleWords(tick * unit), y: yOf(tick * unit) }))}
        readout={{
          label: `Read ${title}`,
          steps: figures.length - 1,
          start: figures.length - 1,
          stepAt: (share) => placeAt(share, figures.length),
          read(step) {
            const figure = figures[step];
            return { x: (step + 0.5) * slot, words: figure ? `${figure.name}: ${figure.words}` : '' };
          },
        }}
        axis={<Axis names={figures.map(({ name }) => name)} all={namesAll} />}
        legend={legend}
        tableName={`${title} as a table`}
        table={children}
      >
        {lines ? (
          lines.map((name, line) => <Line key={name} figures={figures} line={line} slot={slot} yOf={yOf} />)
        ) : (
          <Bars figures={figures} slot={slot} yOf={yOf} />
        )}
        {limit && <line className={styles.limitLine} x1={0} x2={width} y1={yOf(limit.value)} y2={yOf(limit.value)} />}
      </Chart>
    </div>
  );
}

/** Says the range and the last figure; the slider and the table have the others. */
function summaryOf(title: string, figures: readonly Figure[]): string {
  const [first, last] = [figures.at(0), figures.at(-1)];
  if (!first || !last) return title;
  return `${title}, ${first.name} to ${last.name}. ${last.name}: ${last.words}.`;
}

interface DrawnProps {
  readonly figures: readonly Figure[];
  readonly slot: number;
  readonly yOf: (value: number) => number;
}

function Bars({ figures, slot, yOf }: DrawnProps) {
  return figures.map(({ name, values }, index) => {
    const y = yOf(values[0] ?? 0);
    const barWidth = Math.min(0.8 * slot, MAX_BAR);
    return (
      <rect
        key={name}
        className={styles.bar}
        x={(index + 0.5) * slot - barWidth / 2}
        width={barWidth}
        y={y}
        height={height - MARGIN - y}
      />
    );
  });
}

/** Interrupted where there is no figure; one alone is a dot. */
function Line({ figures, line, slot, yOf }: DrawnProps & { readonly line: number }) {
  const runs: string[][] = [[]];
  figures.forEach(({ values }, index) => {
    const value = values[line] ?? null;
    if (value === null) runs.push([]);
    else runs.at(-1)?.push(`${(index + 0.5) * slot},${yOf(value)}`);
  });
  return runs
    .filter((run) => run.length > 0)
    .map((run) => (
      <polyline
        key={run[0]}
        className={classNames(styles.line, line > 0 && styles.secondLine, run.length === 1 && styles.dot)}
        points={run.length === 1 ? `${run[0]} ${run[0]}` : run.join(' ')}
      />
    ));
}

function Axis({ names, all }: { readonly names: readonly string[]; readonly all: boolean }) {
  if (all) {
    return (
      <div className={styles.names} aria-hidden="true">
        {names.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
    );
  }
  return (
    <div className={styles.ends} aria-hidden="true">
      <span>{names.at(0)}</span>
      <span>{names.at(-1)}</span>
    </div>
  );
}
