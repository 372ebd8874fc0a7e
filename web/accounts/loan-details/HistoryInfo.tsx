import type { LoanDetails } from '#common/accounts/rules/loan-details.ts';
import { type InfoItem, InfoList } from '#web/kit/InfoList.tsx';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Section } from '#web/kit/Section.tsx';
import { amountItem, DayOrNone } from './AccountInfo.tsx';
import styles from './loan-details.module.css';

/** The last payment and the totals (M 2). */
export function HistoryInfo({ details }: { readonly details: LoanDetails }) {
  const { lastPayment } = details;
  const payment = lastPayment === 'none' ? null : lastPayment;
  // An unknown payment is left out, because "None" could be wrong.
  const items: readonly InfoItem[] =
    payment === 'unknown'
      ? []
      : [
          {
            term: 'historyInfo.lastPaymentDate',
            hideWhen: 'loanDetailsOptions.hideLastPaymentDate',
            value: <DayOrNone day={payment && payment.paidOn} />,
          },
          {
            term: 'historyInfo.lastTransaction',
            hideWhen: 'loanDetailsOptions.hideLastTransaction',
            value: payment ? <Money cents={payment.amountCents} /> : <Text of="loanDetails.none" />,
          },
        ];
  return (
    <Section heading="historyInfo.heading" fold={null}>
      <div className={styles.body}>
        <InfoList
          compact
          items={[
            ...items,
            ...amountItem('historyInfo.lastYearInterest', {
              hideWhen: 'loanDetailsOptions.hideLastYearInterest',
              cents: details.interestLastYearCents,
            }),
            {
              term: 'historyInfo.totalAmountDue',
              hideWhen: 'loanDetailsOptions.hideTotalAmountDue',
              value: <Money cents={details.totalDueCents} />,
            },
          ]}
        />
      </div>
    </Section>
  );
}
