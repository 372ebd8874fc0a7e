import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { addCents } from '#common/core/money.ts';
import type { LoanDetails } from '#common/accounts/rules/loan-details.ts';
import type { LoanStory } from '#common/accounts/loan-story.wire.ts';
import { type Fetched, fetched, valueOf } from '#web/data/fetched.ts';
import { useOption } from '#web/institution/settings.ts';
import { Later } from '#web/kit/Later.tsx';
import { Money } from '#web/kit/Money.tsx';
import { Section } from '#web/kit/Section.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { BalanceLoading } from './BalanceLoading.tsx';
import { RepaymentCharts, Standing, WherePaid } from './late-parts.ts';
import { loanStoryQuery } from './loan-data.ts';
import styles from './loan-details.module.css';

interface BalanceSectionsProps {
  readonly details: LoanDetails;
}

/**
 * Charts: the life of the loan, the effect of extra payments, and where payments went. Each has one section from the
 * start, so its heading keeps the focus while figures and charts come.
 */
export function BalanceSections({ details }: BalanceSectionsProps) {
  const hidesChart = useOption('loanDetailsOptions.hideBalanceChart');
  const hidesPaid = useOption('loanDetailsOptions.hideWherePaymentsWent');
  const story = fetched(useQuery({ ...loanStoryQuery(details.accountNumber), enabled: !hidesChart || !hidesPaid }));
  return (
    <>
      {!hidesChart && <BalanceSection story={story} details={details} />}
      {!hidesPaid && (hidesChart || story.state === 'ready') && <WherePaidSection story={story} />}
    </>
  );
}

interface StoryProps {
  readonly story: Fetched<LoanStory>;
}

function BalanceSection({ story, details }: StoryProps & BalanceSectionsProps) {
  const known = valueOf(story);
  const isEmpty = known !== null && isNothingBorrowed(known);
  const shown = isEmpty ? null : known;
  return (
    <Section
      heading="balance.heading"
      fold={shown && <Money cents={shown.plan.principalCents} />}
      aside={
        shown && (
          <Later>
            <Standing story={shown} />
          </Later>
        )
      }
    >
      <Body story={story}>
        {(value) => (isEmpty ? <Text of="balance.nothing" /> : <RepaymentCharts story={value} details={details} />)}
      </Body>
    </Section>
  );
}

/** A loan without transactions has no charts. */
function isNothingBorrowed({ plan, balances }: LoanStory): boolean {
  return plan.principalCents <= 0 && balances.every(({ principalCents }) => principalCents === 0);
}

function WherePaidSection({ story }: StoryProps) {
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
      <Body story={story}>
        {({ paid }) => (total && paid ? <WherePaid paid={paid} /> : <Text of="wherePaid.nothing" />)}
      </Body>
    </Section>
  );
}

function Body({ story, children }: StoryProps & { readonly children: (story: LoanStory) => ReactNode }) {
  return (
    <div className={styles.body}>
      {story.state === 'ready' ? (
        children(story.value)
      ) : story.state === 'failed' ? (
        <SectionProblem of="loanDetails.sectionError" busy={story.busy} onTryAgain={story.tryAgain} />
      ) : (
        <BalanceLoading />
      )}
    </div>
  );
}
