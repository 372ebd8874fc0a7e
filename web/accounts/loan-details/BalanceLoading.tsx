import { useLabel, useOption } from '#web/institution/settings.ts';
import { Section } from '#web/kit/Section.tsx';
import { SkeletonBlock } from '#web/ui/Skeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './loan-details.module.css';

/** In place of the charts while they or their figures load. */
export function BalanceLoading() {
  const loading = useLabel('shell.loading');
  const hidesChart = useOption('loanDetailsOptions.hideBalanceChart');
  const hidesPaid = useOption('loanDetailsOptions.hideWherePaymentsWent');
  if (hidesChart && hidesPaid) return null;
  return (
    <Section heading="balance.heading" fold={null}>
      <div className={styles.body}>
        <output>
          <VisuallyHidden>{loading.label}</VisuallyHidden>
        </output>
        <SkeletonBlock height={220} />
      </div>
    </Section>
  );
}
