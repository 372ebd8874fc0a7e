import { day, formatDayMedium, formatDayShort } from '#common/core/dates.ts';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import styles from './ReportsPage.module.css';

type DayFigures = DeskAnswer<'GET /api/desk/reports'>['days'][number];

interface DayBarsProps {
  readonly title: string;
  readonly days: readonly DayFigures[];
  readonly value: (figures: DayFigures) => number;
}

const HEIGHT = 60;
const STEP = 10;

/** One bar for each day, from zero; the figures can be unfolded as a table. */
export function DayBars({ title, days, value }: DayBarsProps) {
  const values = days.map(value);
  const most = Math.max(...values, 1);
  const total = values.reduce((sum, count) => sum + count, 0);
  const [first, last] = [days.at(0), days.at(-1)];
  return (
    <figure className={styles.chart}>
      <figcaption>
        <strong>{total}</strong> {title}
      </figcaption>
      <svg viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {days.map((figures, index) => {
          const height = (value(figures) / most) * HEIGHT;
          return (
            <rect key={figures.on} x={index * STEP + 1} y={HEIGHT - height} width={STEP - 2} height={height}>
              <title>{`${formatDayMedium(day(figures.on))}: ${value(figures)}`}</title>
            </rect>
          );
        })}
      </svg>
      <p className={styles.axis}>
        <span>{first && formatDayShort(day(first.on))}</span>
        <span>Highest day: {Math.max(...values, 0)}</span>
        <span>{last && formatDayShort(day(last.on))}</span>
      </p>
      <details>
        <summary>{title} as a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">{title}</th>
            </tr>
          </thead>
          <tbody>
            {days
              .filter((figures) => value(figures) > 0)
              .map((figures) => (
                <tr key={figures.on}>
                  <td>{formatDayMedium(day(figures.on))}</td>
                  <td>{value(figures)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
