import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Cents, ZERO } from '#common/core/money.ts';
import type { LoanDetails } from '#common/accounts/rules/loan-details.ts';
import type { LoanStory } from '#common/accounts/loan-story.wire.ts';
import { compareProjections, type Projection, projectRepayment } from '#common/accounts/rules/project-repayment.ts';
import { fetched } from '#web/data/fetched.ts';
import { useOption } from '#web/institution/settings.ts';
import { Section } from '#web/kit/Section.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Money } from '#web/kit/Money.tsx';
import { BalanceChart } from './BalanceChart.tsx';
import { BalanceLoading } from './BalanceLoading.tsx';
import { loanStoryQuery } from './loan-data.ts';
import styles from './loan-details.module.css';
import { MonthText } from './MonthText.tsx';
import { PayingExtra } from './PayingExtra.tsx';
import { useMayPay } from './use-may-pay.ts';
import { WherePaid } from './WherePaid.tsx';

interface BalanceSectionsProps {
  readonly details: LoanDetails;
}

/** Charts: the life of the loan, the effect of extra payments, and where payments went. */
export function BalanceSections({ details }: BalanceSectionsProps) {
  const hidesChart = useOption('loanDetailsOptions.hideBalanceChart');
  const hidesPaid = useOption('loanDetailsOptions.hideWherePaymentsWent');
  const story = fetched(useQuery({ ...loanStoryQuery(details.accountNumber), enabled: !hidesChart || !hidesPaid }));
  if (hidesChart && hidesPaid) return null;
  if (story.state === 'ready') {
    return (
      <>
        {!hidesChart && <BalanceSection story={story.value} details={details} />}
        {!hidesPaid && story.value.paid && <WherePaid paid={story.value.paid} />}
      </>
    );
  }
  if (story.state !== 'failed') return <BalanceLoading />;
  return (
    <Section heading="balance.heading" fold={null}>
      <div className={styles.body}>
        <SectionProblem of="loanDetails.sectionError" busy={story.busy} onTryAgain={story.tryAgain} />
      </div>
    </Section>
  );
}

interface BalanceSectionProps {
  readonly story: LoanStory;
  readonly details: LoanDetails;
}

function BalanceSection({ story, details }: BalanceSectionProps) {
  const hidesExtra = useOption('loanDetailsOptions.hidePayingExtra');
  const mayPay = useMayPay(details);
  // A loan has one recurring payment at most, and what is late is paid first.
  const maySetUp = mayPay && details.recurringPayment === null && details.standing === 'current';
  const [extraCents, setExtraCents] = useState<Cents>(ZERO);
  const { plan, today, balances } = story;
  const scheduled = projectRepayment(plan, today);
  const withExtra = extraCents > 0 ? projectRepayment(plan, today, extraCents) : null;
  const owes = plan.principalCents > 0;
  if (!owes && balances.every(({ principalCents }) => principalCents === 0)) return <NothingBorrowed />;
  return (
    <Section
      heading="balance.heading"
      fold={<Money cents={plan.principalCents} />}
      aside={<Standing story={story} scheduled={scheduled} />}
    >
      <div className={styles.body}>
        <BalanceChart story={story} scheduled={scheduled} withExtra={withExtra} extraCents={extraCents} />
        {owes && details.standing !== 'closed' && !hidesExtra && (
          <PayingExtra
            plan={plan}
            extraCents={extraCents}
            onChange={setExtraCents}
            effect={withExtra && compareProjections(scheduled, withExtra)}
            setUpOn={maySetUp ? details.accountNumber : null}
          />
        )}
      </div>
    </Section>
  );
}

/** Shown instead of charts for a loan without transactions. */
function NothingBorrowed() {
  return (
    <Section heading="balance.heading" fold={null}>
      <p className={styles.body}>
        <Text of="balance.nothing" />
      </p>
    </Section>
  );
}

function Standing({ story, scheduled }: { readonly story: LoanStory; readonly scheduled: Projection }) {
  const balance = <Money key="balance" cents={story.plan.principalCents} />;
  if (scheduled.paidOffOn === null || story.plan.principalCents === 0) {
    return <Text of="balance.today" with={{ amount: balance }} />;
  }
  return <Text of="balance.paidOff" with={{ amount: balance, month: <MonthText day={scheduled.paidOffOn} /> }} />;
}
