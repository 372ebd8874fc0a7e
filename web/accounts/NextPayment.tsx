import { useId } from 'react';
import { formatCents } from '#common/core/money.ts';
import type { AccountSummary } from '#common/accounts/rules/account.ts';
import type { Day } from '#common/core/dates.ts';
import {
  type DueAccount,
  findDueSoon,
  findLoanProgress,
  nextPaymentState,
  type NextPaymentState,
} from '#common/accounts/rules/next-payment.ts';
import { nothingPlanned } from '#common/payments/rules/planned-payments.ts';
import { usePlannedPayments } from '#web/payments/all-planned-payments.ts';
import { useLabel, useText } from '#web/institution/settings.ts';
import { DayText } from '#web/kit/DayText.tsx';
import { Money } from '#web/kit/Money.tsx';
import { ScreenLink } from '#web/kit/ScreenLink.tsx';
import { NoBreak } from '#web/kit/NoBreak.tsx';
import { ControlName } from '#web/kit/ControlName.tsx';
import { Text } from '#web/kit/Text.tsx';
import { useAccountNumber } from '#web/kit/use-account-number.ts';
import { paymentPath } from '#web/paths.ts';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { AutopayLink } from '#web/payments/AutopayLink.tsx';
import styles from './NextPayment.module.css';
import { PlannedText } from './PlannedText.tsx';

interface NextPaymentProps {
  readonly account: DueAccount;
  readonly accounts: readonly AccountSummary[];
  readonly payable: boolean;
}

/** The next amount due, as the largest element of the page, and the share paid off. */
export function NextPayment({ account, accounts, payable }: NextPaymentProps) {
  const id = useId();
  const shownNumber = useAccountNumber();
  const number = shownNumber(account.number);
  const allPlanned = usePlannedPayments();
  const planned = allPlanned?.of(account.number) ?? nothingPlanned;
  const state = nextPaymentState(account, planned);
  const heading = state === 'pastDue' ? 'nextPayment.overdue' : 'nextPayment.label';
  const label = useLabel(heading, { loan: account.description, number });
  return (
    <section className={styles.due} data-state={state} aria-labelledby={id}>
      <div className={styles.facts}>
        <h2 id={id} className={styles.heading}>
          {label.labelHidden ? (
            <VisuallyHidden>{label.label}</VisuallyHidden>
          ) : (
            <Text of={heading} with={{ loan: account.description, number: <NoBreak>{number}</NoBreak> }} />
          )}
        </h2>
        {state === 'pastDue' && (
          <div>
            <Chip tone="bad">
              <Text of="accountLists.pastDue" />
            </Chip>
          </div>
        )}
        <p className={styles.amount}>
          <Money cents={account.amountDueCents} />
          <span className={styles.when}>
            <Text
              of={account.pastDue ? 'nextPayment.wasDue' : 'nextPayment.due'}
              with={{ date: <DayText day={account.dueOn} short /> }}
            />
          </span>
        </p>
        <p className={styles.planned}>
          <PlannedText planned={planned} />
        </p>
        {allPlanned && <SeveralDue accounts={accounts} today={allPlanned.today} />}
        {state !== 'pastDue' && <Progress account={account} />}
      </div>
      {payable && (
        <div className={styles.actions}>
          <ScreenLink to={paymentPath(account.number)} className={isPlanned(state) ? styles.second : undefined}>
            <ControlName of="dashboard.makePayment" />
          </ScreenLink>
          {allPlanned && state === 'nothingPlanned' && (
            <AutopayLink accountNumber={account.number} className={styles.second} />
          )}
        </div>
      )}
    </section>
  );
}

/** How much is due in all, where the largest figure is only the first of it. */
function SeveralDue({ accounts, today }: { readonly accounts: readonly AccountSummary[]; readonly today: Day }) {
  const due = findDueSoon(accounts, today);
  if (!due) return null;
  return (
    <p>
      <Text
        of="nextPayment.several"
        with={{
          count: String(due.count),
          date: <DayText day={due.lastOn} short />,
          total: <Money cents={due.totalCents} />,
        }}
      />
    </p>
  );
}

/** With a payment on its way, another one is not the first thing to do. */
function isPlanned(state: NextPaymentState): boolean {
  return state === 'autopay' || state === 'scheduled';
}

function Progress({ account }: { readonly account: DueAccount }) {
  const progress = findLoanProgress(account);
  const paid = useLabel('nextPayment.progress', {
    paid: progress ? formatCents(progress.paidCents) : '',
    total: progress ? formatCents(progress.originalCents) : '',
  });
  const left = useText(account.paymentsLeft === 1 ? 'nextPayment.onePaymentLeft' : 'nextPayment.paymentsLeft', {
    count: String(account.paymentsLeft),
  });
  if (!progress) return null;
  return (
    <div className={styles.progress}>
      <ProgressBar onBrand label={paid.label} share={progress.share} />
      <div className={styles.words}>
        {!paid.labelHidden && <span>{paid.label}</span>}
        {account.paymentsLeft !== null && account.paymentsLeft > 0 && <span>{left}</span>}
      </div>
    </div>
  );
}
