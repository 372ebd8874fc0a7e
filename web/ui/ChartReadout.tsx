import { type PointerEvent, useState } from 'react';
import styles from './Chart.module.css';
import { chartBox } from './chart-scale.ts';

export interface Reading {
  /** In the units of the chart's box. */
  readonly x: number;
  readonly words: string;
}

export interface ChartReadoutProps {
  readonly label: string;
  /** The last step; the first is 0. */
  readonly steps: number;
  /** Read until someone looks elsewhere. */
  readonly start: number;
  /** Returns the step at a share of the chart's width, which may be a little less than 0 or more than 1. */
  readonly stepAt: (share: number) => number;
  readonly read: (step: number) => Reading;
}

/** Reads the value under the pointer, or with the arrow keys: a slider laid over the chart. */
export function ChartReadout({ label, steps, start, stepAt, read }: ChartReadoutProps) {
  const [step, setStep] = useState<number | null>(null);
  const { x, words } = read(step ?? start);

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
        aria-valuetext={words}
        min={0}
        max={steps}
        value={step ?? start}
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
