import { useQuery } from '@tanstack/react-query';
import type { LoanDetails } from '#common/accounts/rules/loan-details.ts';
import type { LoanStory } from '#common/accounts/loan-story.wire.ts';
import { type Fetched, fetched, valueOf } from '#web/data/fetched.ts';
import { useOption } from '#web/institution/settings.ts';
import { Later } from '#web/kit/Later.tsx';
import { Money } from '#web/kit/Money.tsx';
import { Section } from '#web/kit/Section.tsx';
import { Text } from '#web/kit/Text.tsx';
import { RepaymentCharts, Standing, WherePaid } from './late-parts.ts';
import { loanStoryQuery } from './loan-data.ts';
import { StoryBody } from './StoryBody.tsx';

interface BalanceSectionsProps {
  readonly details: LoanDetails;
}

/**
 * Charts: the life of the loan, the effect of extra payments, and where payments went. Each is in one section from the
 * start, so its heading keeps the focus while figures and charts load.
 */
export function BalanceSections({ details }: BalanceSectionsProps) {
  const hidesChart = useOption('loanDetailsOptions.hideBalanceChart');
  const hidesPaid = useOption('loanDetailsOptions.hideWherePaymentsWent');
  const story = fetched(useQuery({ ...loanStoryQuery(details.accountNumber), enabled: !hidesChart || !hidesPaid }));
  return (
    <>
      {!hidesChart && <BalanceSection story={story} details={details} />}
      {!hidesPaid && (hidesChart || story.state === 'ready') && <WherePaid story={story} />}
    </>
  );
}

interface BalanceSectionProps extends BalanceSectionsProps {
  readonly story: Fetched<LoanStory>;
}

function BalanceSection({ story, details }: BalanceSectionProps) {
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
      <StoryBody story={story}>
        {(value) => (isEmpty ? <Text of="balance.nothing" /> : <RepaymentCharts story={value} details={details} />)}
      </StoryBody>
    </Section>
  );
}

/** A loan without transactions has no charts. */
function isNothingBorrowed({ plan, balances }: LoanStory): boolean {
  return plan.principalCents <= 0 && balances.every(({ principalCents }) => principalCents === 0);
}
