import { useLabel } from '#web/institution/settings.ts';
import { Card } from '#web/ui/Card.tsx';
import { SkeletonBlock } from '#web/ui/Skeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './loan-details.module.css';

export function LoanDetailsLoading() {
  const { label } = useLabel('loanDetails.loading');
  return (
    <>
      <output>
        <VisuallyHidden>{label}</VisuallyHidden>
      </output>
      <SkeletonBlock height={64} />
      <div className={styles.columns}>
        <Card padded>
          <SkeletonBlock height={260} />
        </Card>
        <Card padded>
          <SkeletonBlock height={420} />
        </Card>
      </div>
    </>
  );
}
