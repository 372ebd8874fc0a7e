import type { ReactNode } from 'react';
import { type Day, formatDayMedium, formatMonth } from '#common/core/dates.ts';
import { cents, type Cents, formatCents, ZERO } from '#common/core/money.ts';
import type { LoanStory } from '#common/accounts/loan-story.wire.ts';
import type { Projection } from '#common/accounts/rules/project-repayment.ts';
import { useLabel, useTexts } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { lazily } from '#web/kit/lazily.tsx';
import { Loading } from '#web/kit/Loading.tsx';
import { Money } from '#web/kit/Money.tsx';
import { Nearby } from '#web/kit/Nearby.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Chart } from '#web/ui/Chart.tsx';
import { chartBox, roundTicks } from '#web/ui/chart-scale.ts';
import { classNames } from '#web/ui/class-names.ts';
import styles from './BalanceChart.module.css';
import {
  type BalanceLines,
  balanceByYear,
  drawBalances,
  READ_STEPS,
  readBalances,
  stepAt,
  yearTicks,
} from './balance-chart.ts';

const YearTable = lazily(async () => (await import('./YearTable.tsx')).YearTable, Loading);

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
  const readout = useLabel('balance.readout').label;
  const text = useTexts();

  function read(step: number) {
    const reading = readBalances(balances, story.today, lines.first, lines.last, step / READ_STEPS);
    const [x] = lines.place({ on: reading.on, principalCents: reading.cents });
    const month = reading.on < story.today ? formatDayMedium(reading.on) : formatMonth(reading.on);
    const amount = formatCents(reading.cents);
    const words =
      reading.extraCents === null
        ? text('balance.readAt', { month, amount })
        : text('balance.readAtWithExtra', { month, amount, amountWithExtra: formatCents(reading.extraCents) });
    return { x, words: words ?? `${month}: ${amount}` };
  }
  const legend = (
    <>
      {lines.first < story.today && (
        <Key look={styles.keyPast}>
          <Text of="balance.paidSoFar" />
        </Key>
      )}
      {scheduled.points.length > 1 && (
        <Key look={styles.keyScheduled}>
          <Text of="balance.asScheduled" />
        </Key>
      )}
      {withExtra && (
        <Key look={styles.keyExtra}>
          <span>
            <Text of="balance.withExtra" with={{ amount: <Money cents={extraCents} /> }} />
          </span>
        </Key>
      )}
    </>
  );
  const { x, y } = lines.today;
  return (
    <Chart
      summary={label}
      scale={roundTicks(lines.highestCents).map((amount) => ({
        label: formatCents(cents(amount)).replace('.00', ''),
        y: lines.place({ on: lines.first, principalCents: cents(amount) })[1],
      }))}
      readout={{ label: readout, steps: READ_STEPS, start: stepAt(x / chartBox.width), stepAt, read }}
      axis={<YearScale lines={lines} />}
      legend={legend}
      tableName={<ControlName of="balance.showTable" />}
      table={
        <Nearby name="years">
          <YearTable rows={balanceByYear(balances, story.today)} withExtra={withExtra !== null} />
        </Nearby>
      }
    >
      <polyline className={styles.past} points={lines.past} />
      <polyline className={styles.scheduled} points={lines.scheduled} />
      {withExtra && <polyline className={styles.extra} points={lines.extra} />}
      {/* A zero-length line with round caps: a dot that stays round when the chart is stretched. */}
      <line className={styles.today} x1={x} x2={x} y1={y} y2={y} />
    </Chart>
  );
}

function Key({ look, children }: { readonly look: string | undefined; readonly children: ReactNode }) {
  return <span className={classNames(styles.key, look)}>{children}</span>;
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
