import { type Day, formatMonth } from '#common/core/dates.ts';
import { type Cents, formatCents, ZERO } from '#common/core/money.ts';
import type { LoanStory } from '#common/accounts/loan-story.wire.ts';
import type { Projection } from '#common/accounts/rules/project-repayment.ts';
import { useLabel } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { type Column, Table } from '#web/ui/Table.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './BalanceChart.module.css';
import {
  type BalanceLines,
  balanceByYear,
  chartBox,
  drawBalances,
  moneyTicks,
  type YearRow,
  yearTicks,
} from './balance-chart.ts';
import { ChartReadout } from './ChartReadout.tsx';

/** Of the chart's width. A year that begins later has no room for its number; the line below names the last month. */
const LAST_YEAR_PERCENT = 88;

interface BalanceChartProps {
  readonly story: LoanStory;
  readonly scheduled: Projection;
  readonly withExtra: Projection | null;
  readonly extraCents: Cents;
}

export function BalanceChart({ story, scheduled, withExtra, extraCents }: BalanceChartProps) {
  const balances = { past: story.balances, scheduled: scheduled.points, extra: withExtra?.points ?? null };
  const lines = drawBalances(balances, story.today);
  const { label } = useLabel('balance.chart', {
    from: formatMonth(lines.first),
    to: formatMonth(lines.last),
    highest: formatCents(lines.highestCents),
    today: formatCents(story.plan.principalCents),
  });
  const { width, height } = chartBox;
  const amounts = moneyTicks(lines.highestCents);
  const heightOf = (principalCents: Cents) => lines.place({ on: lines.first, principalCents })[1];
  return (
    <figure className={styles.figure}>
      <VisuallyHidden>
        <p>{label}</p>
      </VisuallyHidden>
      <div className={styles.chart}>
        <div className={styles.scale} aria-hidden="true">
          {amounts.map((amount) => (
            <span key={amount} style={{ top: `${(heightOf(amount) / height) * 100}%` }}>
              {formatCents(amount).replace('.00', '')}
            </span>
          ))}
        </div>
        <div className={styles.plot}>
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
            {amounts.map((amount) => {
              const y = heightOf(amount);
              return <line key={amount} className={styles.grid} x1={0} x2={width} y1={y} y2={y} />;
            })}
            <polyline className={styles.past} points={lines.past} />
            <polyline className={styles.scheduled} points={lines.scheduled} />
            {withExtra && <polyline className={styles.extra} points={lines.extra} />}
            {/* A zero-length line with round caps: a dot that stays round when the chart is stretched. */}
            <line
              className={styles.today}
              x1={lines.today.x}
              x2={lines.today.x}
              y1={lines.today.y}
              y2={lines.today.y}
            />
          </svg>
          <ChartReadout balances={balances} today={story.today} lines={lines} />
        </div>
        <YearScale lines={lines} />
      </div>
      <figcaption className={styles.legend}>
        {lines.first < story.today && (
          <span className={classNames(styles.key, styles.keyPast)}>
            <Text of="balance.paidSoFar" />
          </span>
        )}
        {scheduled.points.length > 1 && (
          <span className={classNames(styles.key, styles.keyScheduled)}>
            <Text of="balance.asScheduled" />
          </span>
        )}
        {withExtra && (
          <span className={classNames(styles.key, styles.keyExtra)}>
            <span>
              <Text of="balance.withExtra" with={{ amount: <Money cents={extraCents} /> }} />
            </span>
          </span>
        )}
      </figcaption>
      <details className={styles.details}>
        <summary>
          <ControlName of="balance.showTable" />
        </summary>
        <YearTable rows={balanceByYear(balances, story.today)} withExtra={withExtra !== null} />
      </details>
    </figure>
  );
}

function YearScale({ lines }: { readonly lines: BalanceLines }) {
  const percentOf = (on: Day) => (lines.place({ on, principalCents: ZERO })[0] / chartBox.width) * 100;
  return (
    <>
      <div className={styles.years} aria-hidden="true">
        {yearTicks(lines.first, lines.last)
          .filter((first) => percentOf(first) <= LAST_YEAR_PERCENT)
          .map((first) => (
            <span key={first} className={styles.year} style={{ left: `${percentOf(first)}%` }}>
              {first.slice(0, 4)}
            </span>
          ))}
      </div>
      <div className={styles.axis} aria-hidden="true">
        <span>{formatMonth(lines.first)}</span>
        <span>{formatMonth(lines.last)}</span>
      </div>
    </>
  );
}

function YearTable({ rows, withExtra }: { readonly rows: readonly YearRow[]; readonly withExtra: boolean }) {
  const caption = useLabel('balance.tableCaption');
  const year = useLabel('balance.year');
  const planned = useLabel('balance.scheduledColumn');
  const extra = useLabel('balance.extraColumn');
  const columns: Column<YearRow>[] = [
    { id: 'year', header: year.label, headerHidden: year.labelHidden, cell: (row) => row.year },
    {
      id: 'scheduled',
      header: planned.label,
      headerHidden: planned.labelHidden,
      numeric: true,
      cell: scheduledCell,
    },
  ];
  const extraColumn: Column<YearRow> = {
    id: 'extra',
    header: extra.label,
    headerHidden: extra.labelHidden,
    numeric: true,
    cell: extraCell,
  };
  return (
    <Table
      caption={caption.label}
      rows={rows}
      rowKey={(row) => String(row.year)}
      columns={withExtra ? [...columns, extraColumn] : columns}
    />
  );
}

function scheduledCell({ scheduledCents }: YearRow) {
  return <Money cents={scheduledCents} />;
}

function extraCell({ extraCents }: YearRow) {
  return extraCents !== null && <Money cents={extraCents} />;
}
