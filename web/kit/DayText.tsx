import { type Day, formatDay, formatDayShort } from '#common/core/dates.ts';
import styles from './figures.module.css';

/** `11/21/2026`, or `Nov 21` in headlines; empty without a day. */
export function DayText({ day, short = false }: { readonly day: Day | null; readonly short?: boolean }) {
  if (day === null) return null;
  return (
    <time dateTime={day} className={styles.figure}>
      {short ? formatDayShort(day) : formatDay(day)}
    </time>
  );
}
