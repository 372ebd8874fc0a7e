import type { LoanDetails } from '#common/accounts/rules/loan-details.ts';
import { useOption } from '#web/institution/settings.ts';
import { NoBreak } from '#web/kit/NoBreak.tsx';
import { PageHeading } from '#web/kit/PageHeading.tsx';
import { useAccountNumber } from '#web/kit/use-account-number.ts';
import { BackLink } from '../BackLink.tsx';
import { PayoffQuote } from '../payoff/PayoffQuote.tsx';
import styles from './loan-details.module.css';
import { LoanMenu } from './LoanMenu.tsx';
import { useHelpForm, useMayPay } from './use-may-pay.ts';

/** The loan's name, the link back, and all actions. */
export function LoanHeading({ details }: { readonly details: LoanDetails }) {
  const { accountNumber, description, today } = details;
  const shownNumber = useAccountNumber();
  const mayPay = useMayPay(details);
  const help = useHelpForm(details);
  const hidesNumber = useOption('loanDetailsOptions.hideAccountNumber');
  return (
    <div className={styles.head}>
      <div>
        <BackLink />
        <PageHeading of="loanDetails.heading" with={{ account: description }}>
          {!hidesNumber && (
            <span className={styles.number}>
              {' '}
              <NoBreak>{shownNumber(accountNumber)}</NoBreak>
            </span>
          )}
        </PageHeading>
      </div>
      <div className={styles.actions}>
        {details.standing !== 'closed' && details.standing !== 'chargedOff' && (
          <PayoffQuote accountNumber={accountNumber} description={description} today={today} mayPay={mayPay} />
        )}
        <LoanMenu
          accountNumber={accountNumber}
          help={help}
          hasEStatements={details.standing !== 'closed' && details.statementFormat === 'ElectronicOnly'}
        />
      </div>
    </div>
  );
}
