import { addCents, type Cents } from '#common/core/money.ts';
import type { LoanStory } from '#common/accounts/loan-story.wire.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { type Fetched, valueOf } from '#web/data/fetched.ts';
import { Money } from '#web/kit/Money.tsx';
import { Section } from '#web/kit/Section.tsx';
import { Text } from '#web/kit/Text.tsx';
import { StoryBody } from './StoryBody.tsx';
import styles from './WherePaid.module.css';

/** Where the payments of the loan went; nothing if that isn't known. */
export function WherePaid({ story }: { readonly story: Fetched<LoanStory> }) {
  const known = valueOf(story);
  if (known && !known.paid) return null;
  const total = known?.paid && addCents(known.paid.principalCents, known.paid.interestCents, known.paid.feesCents);
  const amount = total ? <Money cents={total} /> : null;
  return (
    <Section
      heading="wherePaid.heading"
      fold={amount}
      aside={amount && <Text of="wherePaid.total" with={{ amount }} />}
    >
      <StoryBody story={story}>
        {({ paid }) => (total && paid ? <Parts paid={paid} /> : <Text of="wherePaid.nothing" />)}
      </StoryBody>
    </Section>
  );
}

function Parts({ paid }: { readonly paid: NonNullable<LoanStory['paid']> }) {
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
