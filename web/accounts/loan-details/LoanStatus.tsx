import { type RefObject, useId } from 'react';
import { formatDayMedium } from '#common/core/dates.ts';
import { subtractCents } from '#common/core/money.ts';
import type { LoanDetails } from '#common/accounts/rules/loan-details.ts';
import { livePayments, plannedPayments } from '#common/payments/rules/planned-payments.ts';
import { useLabel, useOption } from '#web/institution/settings.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { lazily } from '#web/kit/lazily.tsx';
import { Money } from '#web/kit/Money.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { Text } from '#web/kit/Text.tsx';
import { paths, paymentPath } from '#web/paths.ts';
import { Chip } from '#web/ui/Chip.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './LoanStatus.module.css';
import { StatusFacts } from './StatusFacts.tsx';
import { hasEnded, useHelpForm, useMayPay } from './use-may-pay.ts';

const EndedLoan = lazily(async () => (await import('./EndedLoan.tsx')).EndedLoan);

interface LoanStatusProps {
  readonly details: LoanDetails;
  /** Where the way to pay is. */
  readonly payButton: RefObject<HTMLDivElement | null>;
}

/** The loan's state first: amount owed, since when, and what to do. */
export function LoanStatus({ details, payButton }: LoanStatusProps) {
  const id = useId();
  const { standing } = details;
  const ended = standing === 'chargedOff' ? 'loanStatus.owedHeading' : 'loanStatus.endedHeading';
  const heading = useLabel(hasEnded(standing) ? ended : 'loanStatus.heading');
  const mayPay = useMayPay(details);
  const isLate = standing === 'pastDue' || standing === 'delinquent';
  return (
    <section className={styles.status} data-late={isLate} aria-labelledby={id}>
      <div className={styles.facts}>
        <h2 id={id} className={styles.heading}>
          {heading.labelHidden ? <VisuallyHidden>{heading.label}</VisuallyHidden> : heading.label}
        </h2>
        {isLate && <LateChip details={details} />}
        {hasEnded(standing) ? <EndedLoan details={details} /> : <AmountDue details={details} isLate={isLate} />}
      </div>
      <MakePayment details={details} payButton={payButton} />
      {!hasEnded(standing) && <StatusFacts details={details} mayPay={mayPay} />}
    </section>
  );
}

function LateChip({ details: { standing, daysLate } }: { readonly details: LoanDetails }) {
  const oneDay = daysLate === 1 ? 'loanStatus.pastDueOneDay' : 'loanStatus.pastDue';
  return (
    <div className={styles.standing}>
      <Chip tone="bad">
        <Text of={standing === 'delinquent' ? 'loanStatus.delinquent' : oneDay} with={{ days: String(daysLate) }} />
      </Chip>
    </div>
  );
}

function AmountDue({ details, isLate }: { readonly details: LoanDetails; readonly isLate: boolean }) {
  const hidesAmount = useOption('loanDetailsOptions.hideTotalAmountDue');
  const hidesDay = useOption('loanDetailsOptions.hidePaymentDue');
  const maySubmit = useMayPay(details);
  const help = useHelpForm(details);
  const { totalDueCents, totalFeesCents, nextPaymentOn, daysLate } = details;
  if (totalDueCents === 0) {
    return (
      <p>
        <Text of="loanStatus.nothingDue" />
      </p>
    );
  }
  return (
    <>
      <p className={styles.amount}>
        {!hidesAmount && <Money cents={totalDueCents} />}
        {!hidesDay && nextPaymentOn !== null && (
          <span className={styles.when}>
            <Text
              of={daysLate > 0 ? 'loanStatus.wasDue' : 'loanStatus.due'}
              with={{ date: <time dateTime={nextPaymentOn}>{formatDayMedium(nextPaymentOn)}</time> }}
            />
          </span>
        )}
      </p>
      {!hidesAmount && totalFeesCents > 0 && totalFeesCents < totalDueCents && (
        <p className={styles.quiet}>
          <Text
            of="loanStatus.parts"
            with={{
              payments: <Money cents={subtractCents(totalDueCents, totalFeesCents)} />,
              fees: <Money cents={totalFeesCents} />,
            }}
          />
        </p>
      )}
      {isLate && (
        <p>
          <Text of={maySubmit && !hidesAmount ? 'loanStatus.catchUp' : 'loanStatus.contactUs'} />{' '}
          {help !== '' && (
            <ScreenLink to={`${paths.requests}/${help}/${details.accountNumber}`}>
              <ControlName of="requests.troublePaying" />
            </ScreenLink>
          )}
        </p>
      )}
    </>
  );
}

function MakePayment({ details, payButton }: LoanStatusProps) {
  const mayPay = useMayPay(details);
  if (!mayPay) return null;
  // With a payment on its way, another one is not the first thing to do.
  const { autopay, scheduled } = livePayments(plannedPayments(details.recurringPayment, details.scheduledPayments));
  const isPlanned = autopay.length + scheduled.length > 0;
  const isLate = details.standing !== 'current';
  return (
    <div ref={payButton} className={styles.action}>
      <ScreenLink to={paymentPath(details.accountNumber)} look={isPlanned && !isLate ? 'quiet' : 'primary'}>
        <ControlName of="loanDetails.makePayment" />
      </ScreenLink>
    </div>
  );
}
