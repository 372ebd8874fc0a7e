import { type PointerEvent, useState } from 'react';
import { type Day, formatDayMedium, formatMonth } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import { useLabel, useTexts } from '#web/institution/settings.ts';
import styles from './BalanceChart.module.css';
import { type BalanceLines, type Balances, chartBox, READ_STEPS, readBalances, stepAt } from './balance-chart.ts';

interface ChartReadoutProps {
  readonly balances: Balances;
  readonly today: Day;
  readonly lines: BalanceLines;
}

/** Reads the balance of any day, under the pointer or with the arrow keys: a slider laid over the chart. */
export function ChartReadout({ balances, today, lines }: ChartReadoutProps) {
  const [step, setStep] = useState<number | null>(null);
  const { label } = useLabel('balance.readout');
  const text = useTexts();
  const { first, last } = lines;
  const now = stepAt(lines.today.x / chartBox.width);
  const { on, cents, extraCents } = readBalances(balances, today, first, last, (step ?? now) / READ_STEPS);
  const [x] = lines.place({ on, principalCents: cents });
  const month = on < today ? formatDayMedium(on) : formatMonth(on);
  const amount = formatCents(cents);
  const words =
    extraCents === null
      ? text('balance.readAt', { month, amount })
      : text('balance.readAtWithExtra', { month, amount, amountWithExtra: formatCents(extraCents) });

  function follow({ currentTarget, clientX, pointerType }: PointerEvent<HTMLInputElement>) {
    if (pointerType !== 'mouse') return;
    const { left, width } = currentTarget.getBoundingClientRect();
    setStep(stepAt((clientX - left) / width));
  }
  return (
    <>
      <input
        type="range"
        className={styles.slider}
        aria-label={label}
        aria-valuetext={words ?? `${month}: ${amount}`}
        min={0}
        max={READ_STEPS}
        value={step ?? now}
        onChange={(event) => setStep(event.currentTarget.valueAsNumber)}
        onPointerMove={follow}
        onPointerLeave={() => setStep(null)}
      />
      {step !== null && (
        <div className={styles.reading} style={{ left: `${(x / chartBox.width) * 100}%` }} aria-hidden="true">
          <span className={styles.words} data-end={x > chartBox.width / 2}>
            {words}
          </span>
        </div>
      )}
    </>
  );
}
