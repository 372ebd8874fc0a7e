import type { Cents } from '#common/core/money.ts';
import type { LoanStory } from '#common/accounts/loan-story.wire.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';
import styles from './WherePaid.module.css';

export function WherePaid({ paid }: { readonly paid: NonNullable<LoanStory['paid']> }) {
  const { principalCents, interestCents, feesCents } = paid;
  return (
    <>
      <div className={styles.bar} aria-hidden="true">
        <i className={styles.principal} style={{ flexGrow: principalCents }} />
        <i className={styles.interest} style={{ flexGrow: interestCents }} />
        <i className={styles.fees} style={{ flexGrow: feesCents }} />
      </div>
      <dl className={styles.parts}>
        <Part of="wherePaid.principal" color={styles.principal} cents={principalCents} />
        <Part of="wherePaid.interest" color={styles.interest} cents={interestCents} />
        <Part of="wherePaid.fees" color={styles.fees} cents={feesCents} />
      </dl>
    </>
  );
}

interface PartProps {
  readonly of: TextKey;
  readonly color: string | undefined;
  readonly cents: Cents;
}

function Part({ of, color, cents }: PartProps) {
  return (
    <div>
      <dt>
        <i className={color} aria-hidden="true" />
        <Text of={of} />
      </dt>
      <dd>
        <Money cents={cents} />
      </dd>
    </div>
  );
}
