import type { LoanDetails } from '#common/accounts/rules/loan-details.ts';
import { type InfoItem, InfoList } from '#web/kit/InfoList.tsx';
import { Money } from '#web/kit/Money.tsx';
import { Section } from '#web/kit/Section.tsx';
import { amountItem, DayOrNone } from './AccountInfo.tsx';
import styles from './loan-details.module.css';

/** What happened last, and what is due in all (M 2). */
export function HistoryInfo({ details }: { readonly details: LoanDetails }) {
  // Withheld with the history or not known, and not "None": there may well have been a payment.
  const isWithheld = details.historyBlocked || !details.lastPaymentKnown;
  const lastPayment: readonly InfoItem[] = isWithheld
    ? []
    : [
        {
          term: 'historyInfo.lastPaymentDate',
          hideWhen: 'loanDetailsOptions.hideLastPaymentDate',
          value: <DayOrNone day={details.lastPaymentOn} />,
        },
        {
          term: 'historyInfo.lastTransaction',
          hideWhen: 'loanDetailsOptions.hideLastTransaction',
          value: <Money cents={details.lastPaymentCents} />,
        },
      ];
  return (
    <Section heading="historyInfo.heading">
      <div className={styles.body}>
        <InfoList
          items={[
            ...lastPayment,
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
