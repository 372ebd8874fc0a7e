import { breakdownOf, type PaymentAmounts } from '#common/payments/rules/breakdown.ts';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';
import styles from './DrawnAmount.module.css';

interface DrawnAmountProps {
  readonly payment: PaymentAmounts;
  /** Within a sentence: the parts in parentheses. */
  readonly inSentence?: boolean;
}

/** The amount that is drawn, and its parts if there are several. */
export function DrawnAmount({ payment, inSentence = false }: DrawnAmountProps) {
  const { parts, totalCents } = breakdownOf(payment);
  const total = <Money cents={totalCents} />;
  const isPlain = parts.length === 1 && parts[0]?.part !== 'principalOnly';
  if (isPlain || parts.length === 0) return total;
  const named = parts.map(({ part, cents }, index) => (
    <span key={part}>
      {index > 0 && ' + '}
      <Text of={`drawnAmount.${part}`} with={{ amount: <Money cents={cents} /> }} />
    </span>
  ));
  if (inSentence) return <Text of="drawnAmount.withParts" with={{ total, parts: named }} />;
  return (
    <span className={styles.drawn}>
      {total}
      <span className={styles.parts}>{named}</span>
    </span>
  );
}
