import { addCents, type Cents } from '#common/core/money.ts';
import type { LoanStory } from '#common/accounts/loan-story.wire.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { Money } from '#web/kit/Money.tsx';
import { Section } from '#web/kit/Section.tsx';
import { Text } from '#web/kit/Text.tsx';
import styles from './WherePaid.module.css';
import layout from './loan-details.module.css';

export function WherePaid({ paid }: { readonly paid: NonNullable<LoanStory['paid']> }) {
  const { principalCents, interestCents, feesCents } = paid;
  const total = addCents(principalCents, interestCents, feesCents);
  if (total === 0) {
    return (
      <Section heading="wherePaid.heading" fold={null}>
        <p className={layout.body}>
          <Text of="wherePaid.nothing" />
        </p>
      </Section>
    );
  }
  return (
    <Section
      heading="wherePaid.heading"
      fold={<Money cents={total} />}
      aside={<Text of="wherePaid.total" with={{ amount: <Money cents={total} /> }} />}
    >
      <div className={layout.body}>
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
      </div>
    </Section>
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
