import type { AccountSummary } from '#common/accounts/rules/account.ts';
import { formatDayMedium } from '#common/core/dates.ts';
import { useOption } from '#web/institution/settings.ts';
import { Text } from '#web/kit/Text.tsx';
import styles from './FiguresAsOf.module.css';

/** Through which day the figures are the core's, where they come from its files; the oldest of several. */
export function FiguresAsOf({ accounts }: { readonly accounts: readonly Pick<AccountSummary, 'figuresAsOf'>[] }) {
  const hidden = useOption('dashboardOptions.hideFiguresAsOf');
  const [oldest] = accounts.flatMap(({ figuresAsOf }) => figuresAsOf ?? []).toSorted();
  if (hidden || oldest === undefined) return null;
  return (
    <p className={styles.asOf}>
      <Text of="figures.asOf" with={{ date: <time dateTime={oldest}>{formatDayMedium(oldest)}</time> }} />
    </p>
  );
}
