import { formatMonth } from '#common/core/dates.ts';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';
import styles from './history.module.css';
import type { ShownEntry } from './history-data.ts';
import { monthTotals } from './month-totals.ts';

interface MonthHeadingProps {
  /** The entries of one month, at least one. */
  readonly entries: readonly ShownEntry[];
  /** All of the month's entries are loaded, so they can be added up. */
  readonly complete: boolean;
}

/** A month of a deposit, with what came in and what went out. */
export function MonthHeading({ entries, complete }: MonthHeadingProps) {
  const [first] = entries;
  if (!first) return null;
  const { inCents, outCents } = monthTotals(entries);
  return (
    <span className={styles.month}>
      <span>{formatMonth(first.effectiveOn)}</span>
      {complete && (
        <span className={styles.quiet}>
          <Text
            of="depositDetails.monthTotals"
            with={{ in: <Money cents={inCents} />, out: <Money cents={outCents} /> }}
          />
        </span>
      )}
    </span>
  );
}
