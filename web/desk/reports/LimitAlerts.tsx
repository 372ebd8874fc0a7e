import { countOf } from '#common/core/counts.ts';
import { day, formatDayMedium } from '#common/core/dates.ts';
import { evaluateReturn, RATE_DAYS, returnKinds, returnKindWords } from '#common/desk/rules/return-rates.ts';
import { Alert } from '#web/ui/Alert.tsx';
import type { RateDay } from './ReturnsPanel.tsx';
import styles from './ReportsPage.module.css';

/** Says which limits of Nacha are exceeded on the last day, and which were on an earlier one. */
export function LimitAlerts({ days }: { readonly days: readonly RateDay[] }) {
  const last = days.at(-1);
  const alerts = returnKinds.map((kind) => {
    const above = days.filter((each) => evaluateReturn(kind, each).state === 'above');
    const lastAbove = above.at(-1);
    if (!lastAbove) return null;
    const { percent, count, drafts, limitPercent } = evaluateReturn(kind, lastAbove);
    const figures = `${percent}%, ${count} of ${countOf(drafts, 'draft')} in the ${RATE_DAYS} days through ${formatDayMedium(day(lastAbove.on))}`;
    return lastAbove === last ? (
      <Alert key={kind} tone="bad">
        {returnKindWords[kind]} are above Nacha’s limit of {limitPercent}%: {figures}. The codes below show the causes.
      </Alert>
    ) : (
      <Alert key={kind} tone="warn">
        {returnKindWords[kind]} were above Nacha’s limit of {limitPercent}% on {countOf(above.length, 'day')}, last with{' '}
        {figures}.
      </Alert>
    );
  });
  return <div className={styles.alerts}>{alerts}</div>;
}
