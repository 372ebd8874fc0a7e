import { useState } from 'react';
import { type Cents, ZERO } from '#common/core/money.ts';
import type { LoanDetails } from '#common/accounts/rules/loan-details.ts';
import type { LoanStory } from '#common/accounts/loan-story.wire.ts';
import { compareProjections, type Projection, projectRepayment } from '#common/accounts/rules/project-repayment.ts';
import { useOption } from '#web/institution/settings.ts';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';
import { BalanceChart } from './BalanceChart.tsx';
import { MonthText } from './MonthText.tsx';
import { PayingExtra } from './PayingExtra.tsx';
import { hasEnded, useMayPay } from './use-may-pay.ts';

interface RepaymentChartsProps {
  readonly story: LoanStory;
  readonly details: LoanDetails;
}

/** The life of the loan, and the effect of extra payments. */
export function RepaymentCharts({ story, details }: RepaymentChartsProps) {
  const hidesExtra = useOption('loanDetailsOptions.hidePayingExtra');
  const mayPay = useMayPay(details);
  // A loan has one recurring payment at most, and what is late is paid first.
  const maySetUp = mayPay && details.recurringPayment === null && details.standing === 'current';
  const [extraCents, setExtraCents] = useState<Cents>(ZERO);
  const { plan, today } = story;
  const scheduled = scheduledRepayment(story);
  const withExtra = extraCents > 0 ? projectRepayment(plan, today, extraCents) : null;
  return (
    <>
      <BalanceChart story={story} scheduled={scheduled} withExtra={withExtra} extraCents={extraCents} />
      {plan.principalCents > 0 && !hasEnded(details.standing) && !hidesExtra && (
        <PayingExtra
          plan={plan}
          extraCents={extraCents}
          onChange={setExtraCents}
          effect={withExtra && compareProjections(scheduled, withExtra)}
          setUpOn={maySetUp ? details.accountNumber : null}
        />
      )}
    </>
  );
}

/** The balance, and when it is paid off. */
export function Standing({ story }: { readonly story: LoanStory }) {
  const scheduled = scheduledRepayment(story);
  const balance = <Money key="balance" cents={story.plan.principalCents} />;
  if (scheduled.paidOffOn === null || story.plan.principalCents === 0) {
    return <Text of="balance.today" with={{ amount: balance }} />;
  }
  return <Text of="balance.paidOff" with={{ amount: balance, month: <MonthText day={scheduled.paidOffOn} /> }} />;
}

/** Calculated once, since it takes a phone a while. */
const projections = new WeakMap<LoanStory, Projection>();

function scheduledRepayment(story: LoanStory): Projection {
  const known = projections.get(story) ?? projectRepayment(story.plan, story.today);
  projections.set(story, known);
  return known;
}
