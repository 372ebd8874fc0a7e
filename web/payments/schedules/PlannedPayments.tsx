import { useQuery } from '@tanstack/react-query';
import { fetched } from '#web/data/fetched.ts';
import { RecurringPanel, ScheduledPayments } from './planned-payment-parts.ts';
import { plannedPaymentsQuery } from './planned-payments-data.ts';
import { Later } from '#web/kit/Later.tsx';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';

interface PlannedPaymentsProps {
  readonly accountNumber: string;
  /** The layout of the recurring payment. */
  readonly variant: 'list' | 'table';
  /** Lists the institution hides here. */
  readonly hidden?: { readonly recurring: boolean; readonly scheduled: boolean };
  /** Called after a deletion or change, which may change what can be paid. */
  readonly onChanged?: () => void;
}

/** A loan's recurring and scheduled payments, if any (P 2, M 4). */
export function PlannedPayments({ accountNumber, variant, hidden, onChanged }: PlannedPaymentsProps) {
  const plannedPayments = fetched(useQuery(plannedPaymentsQuery(accountNumber)));
  if (plannedPayments.state === 'failed') {
    return (
      <SectionProblem
        of="plannedPayments.loadError"
        busy={plannedPayments.busy}
        onTryAgain={plannedPayments.tryAgain}
      />
    );
  }
  if (plannedPayments.state !== 'ready') return null;
  const { scheduled, recurring, token } = plannedPayments.value;
  const list = { accountNumber, token, onChanged };
  return (
    <Later>
      {recurring && hidden?.recurring !== true && <RecurringPanel {...list} payment={recurring} variant={variant} />}
      {scheduled.length > 0 && hidden?.scheduled !== true && <ScheduledPayments {...list} payments={scheduled} />}
    </Later>
  );
}
