import { type Cents, ZERO } from '#common/core/money.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';
import styles from './planned-payments.module.css';

interface DrawnAmountProps {
  readonly payment: {
    /** Everything that is drawn. */
    readonly totalCents: Cents;
    readonly amountCents: Cents;
    readonly additionalPrincipalCents?: Cents;
    readonly feeCents: Cents;
  };
}

/** The amount that is drawn, and its parts if there are several. */
export function DrawnAmount({ payment }: DrawnAmountProps) {
  const { totalCents, amountCents, additionalPrincipalCents = ZERO, feeCents } = payment;
  const parts: readonly { readonly of: PartText; readonly cents: Cents }[] = [
    { of: 'drawnAmount.payment', cents: amountCents },
    { of: 'drawnAmount.principal', cents: additionalPrincipalCents },
    { of: 'drawnAmount.fee', cents: feeCents },
  ];
  const shown = parts.filter(({ cents }) => cents > 0);
  return (
    <span className={styles.drawn}>
      <Money cents={totalCents} />
      {shown.length > 1 && (
        <span className={styles.parts}>
          {shown.map(({ of, cents }, index) => (
            <span key={of}>
              {index > 0 && ' + '}
              <Text of={of} with={[<Money key="amount" cents={cents} />]} />
            </span>
          ))}
        </span>
      )}
    </span>
  );
}

type PartText = Extract<TextKey, `drawnAmount.${string}`>;
