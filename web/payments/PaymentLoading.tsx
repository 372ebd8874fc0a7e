import { PageHeading } from '#web/kit/PageHeading.tsx';
import { SkeletonBlock } from '#web/ui/Skeleton.tsx';
import styles from './payment-layout.module.css';

export function PaymentLoading() {
  return (
    <>
      <PageHeading of="payment.heading" />
      <div className={styles.layout}>
        <SkeletonBlock height={480} />
        <SkeletonBlock height={220} />
      </div>
    </>
  );
}
