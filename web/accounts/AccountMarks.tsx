import { CirclePause, RefreshCw } from 'lucide-react';
import { formatCents } from '#common/core/money.ts';
import { type AccountSummary, isClosed } from '#common/accounts/rules/account.ts';
import { findLoanProgress, type LoanProgress } from '#common/accounts/rules/next-payment.ts';
import type { AllPlanned } from '#web/payments/all-planned-payments.ts';
import { useLabel, useOption } from '#web/institution/settings.ts';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './AccountList.module.css';

interface AccountMarksProps {
  readonly account: AccountSummary;
  /** Null while it isn't known. */
  readonly planned: AllPlanned | null;
}

/** Beside the name of a loan: whether autopay is on or paused, and how far the loan is paid down. */
export function AccountMarks({ account, planned }: AccountMarksProps) {
  const autopay = useLabel('accountLists.autopay');
  const hidesBalance = useOption('dashboardOptions.hideLoanBalance');
  const progress = hidesBalance || isClosed(account) ? undefined : findLoanProgress(account);
  const pausedAutopay = useLabel('accountLists.autopayPaused');
  const payments = planned?.of(account.number).autopay ?? [];
  const isPaused = payments.length > 0 && payments.every(({ paused }) => paused);
  const { label } = isPaused ? pausedAutopay : autopay;
  const Icon = isPaused ? CirclePause : RefreshCw;
  return (
    <>
      {payments.length > 0 && (
        <span className={styles.autopay} title={label}>
          <Icon size={14} aria-hidden="true" />
          <VisuallyHidden>{label}</VisuallyHidden>
        </span>
      )}
      {progress && <Progress progress={progress} />}
    </>
  );
}

function Progress({ progress }: { readonly progress: LoanProgress }) {
  const { label } = useLabel('nextPayment.progress', {
    paid: formatCents(progress.paidCents),
    total: formatCents(progress.originalCents),
  });
  return (
    <span className={styles.progress}>
      <ProgressBar label={label} share={progress.share} />
    </span>
  );
}
