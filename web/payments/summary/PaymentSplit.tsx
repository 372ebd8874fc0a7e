import { formatCents } from '#common/core/money.ts';
import type { Allocation } from '#common/payments/rules/payment-types.ts';
import { useText } from '#web/institution/settings.ts';
import { Text } from '#web/kit/Text.tsx';
import styles from './PaymentSummary.module.css';

/** The split of the payment into principal, interest and fees, as a chart and in words. */
export function PaymentSplit({ allocation }: { readonly allocation: Allocation }) {
  const heading = useText('total.whereItGoes');
  if (heading === null) return null;
  const { principalCents, interestCents, feesCents } = allocation;
  const parts = { principal: formatCents(principalCents), interest: formatCents(interestCents) };
  return (
    <div className={styles.split}>
      <h3>{heading}</h3>
      <div className={styles.bar} aria-hidden="true">
        <i className={styles.principal} style={{ flexGrow: principalCents }} />
        <i className={styles.interest} style={{ flexGrow: interestCents }} />
        <i className={styles.fees} style={{ flexGrow: feesCents }} />
      </div>
      <p>
        {feesCents > 0 ? (
          <Text of="total.splitWithFees" with={{ ...parts, fees: formatCents(feesCents) }} />
        ) : (
          <Text of="total.split" with={parts} />
        )}
      </p>
    </div>
  );
}
