import type { ReactNode } from 'react';
import { usePhone } from '#web/kit/use-phone.ts';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';
import type { PaymentFacts } from './payment-facts.ts';
import { TotalLines } from './summary/TotalLines.tsx';
import styles from './StepBar.module.css';

interface StepBarProps {
  readonly facts: PaymentFacts;
  /** The button that continues or submits. */
  readonly children: ReactNode;
}

/** The end of a step. On a phone it stays in view and names the total, which unfolds into its lines. */
export function StepBar({ facts: { totals }, children }: StepBarProps) {
  const isPhone = usePhone();
  return (
    <div className={styles.bar}>
      {isPhone && totals && !totals.paysTotalDue && (
        <details className={styles.total}>
          <summary>
            <span className={styles.name}>
              <Text of="total.paymentTotal" />
            </span>
            <Money cents={totals.totalCents} />
          </summary>
          <TotalLines totals={totals} />
        </details>
      )}
      {children}
    </div>
  );
}
