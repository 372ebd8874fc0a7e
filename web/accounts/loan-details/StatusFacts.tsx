import { useQuery } from '@tanstack/react-query';
import type { LoanDetails } from '#common/accounts/rules/loan-details.ts';
import { findLoanProgress, type LoanProgress } from '#common/accounts/rules/next-payment.ts';
import { formatCents } from '#common/core/money.ts';
import { plannedPayments } from '#common/payments/rules/planned-payments.ts';
import { accountsQuery } from '#web/data/queries.ts';
import { useLabel, useOption } from '#web/institution/settings.ts';
import { Money } from '#web/kit/Money.tsx';
import { Rate } from '#web/kit/Rate.tsx';
import { Text } from '#web/kit/Text.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { AutopayLink } from '#web/payments/AutopayLink.tsx';
import { FiguresAsOf } from '../FiguresAsOf.tsx';
import { PlannedText } from '../PlannedText.tsx';
import styles from './LoanStatus.module.css';

interface StatusFactsProps {
  readonly details: LoanDetails;
  readonly mayPay: boolean;
}

/** How much is left, at what rate, how far the loan is paid down, and what will be paid without doing anything. */
export function StatusFacts({ details, mayPay }: StatusFactsProps) {
  const hidesBalance = useOption('loanDetailsOptions.hideBalance');
  const hidesRate = useOption('loanDetailsOptions.hideInterestRate');
  const { data: accounts } = useQuery(accountsQuery);
  const account = accounts?.find(({ number }) => number === details.accountNumber);
  const progress = account && findLoanProgress(account);
  return (
    <div className={styles.more}>
      {account && !hidesBalance && (
        <p className={styles.figure}>
          <span className={styles.term}>
            <Text of="loanStatus.balance" />
          </span>
          <Money cents={account.balanceCents} />
        </p>
      )}
      {!hidesRate && (
        <p className={styles.figure}>
          <span className={styles.term}>
            <Text of="loanStatus.rate" />
          </span>
          <Rate rate={details.rate} />
        </p>
      )}
      {progress && !hidesBalance && <Progress progress={progress} />}
      <Planned details={details} mayPay={mayPay} />
      {account && <FiguresAsOf accounts={[account]} />}
    </div>
  );
}

function Progress({ progress }: { readonly progress: LoanProgress }) {
  const { label, labelHidden } = useLabel('nextPayment.progress', {
    paid: formatCents(progress.paidCents),
    total: formatCents(progress.originalCents),
  });
  return (
    <div className={styles.progress}>
      <ProgressBar label={label} share={progress.share} />
      {!labelHidden && <span className={styles.quiet}>{label}</span>}
    </div>
  );
}

/** The planned payments, so that the customer doesn't pay twice. */
function Planned({ details, mayPay }: StatusFactsProps) {
  const hidesRecurring = useOption('loanDetailsOptions.hideRecurringPayment');
  const hidesScheduled = useOption('loanDetailsOptions.hideScheduledPayments');
  const planned = plannedPayments(
    hidesRecurring ? null : details.recurringPayment,
    hidesScheduled ? [] : details.scheduledPayments,
  );
  const isPlanned = planned.autopay.length + planned.scheduled.length > 0;
  // What is late is paid first.
  const offersAutopay = mayPay && !hidesRecurring && details.standing === 'current';
  if (!isPlanned && !offersAutopay) return null;
  return (
    <p className={styles.planned}>
      {isPlanned ? (
        <PlannedText planned={planned} />
      ) : (
        <>
          <Text of="planned.autopayOff" />{' '}
          <AutopayLink accountNumber={details.accountNumber} className={styles.setUp} />
        </>
      )}
    </p>
  );
}
