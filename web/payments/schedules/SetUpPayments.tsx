import { useQuery } from '@tanstack/react-query';
import { fetched } from '#web/data/fetched.ts';
import { setUpPaymentsQuery } from './set-up-payments-data.ts';
import { SectionProblem } from '#web/kit/SectionProblem.tsx';
import { RecurringPanel } from './RecurringPanel.tsx';
import { ScheduledPayments } from './ScheduledPayments.tsx';

interface SetUpPaymentsProps {
  readonly accountNumber: string;
  /** How the recurring payment is shown. */
  readonly variant: 'list' | 'table';
  /** Lists the institution leaves out at this place. */
  readonly hides?: { readonly recurring: boolean; readonly scheduled: boolean };
  /** A payment was deleted or changed: what may be paid is not what it was. */
  readonly onChanged?: () => void;
}

/** The recurring payment and the scheduled payments of a loan, where there are any (P 2, M 4). */
export function SetUpPayments({ accountNumber, variant, hides, onChanged }: SetUpPaymentsProps) {
  const setUp = fetched(useQuery(setUpPaymentsQuery(accountNumber)));
  if (setUp.state === 'failed') {
    return <SectionProblem of="setUpPayments.loadError" busy={setUp.busy} onTryAgain={setUp.tryAgain} />;
  }
  if (setUp.state !== 'ready') return null;
  const { scheduled, recurring, token } = setUp.value;
  const list = { accountNumber, token, onChanged };
  return (
    <>
      {recurring && hides?.recurring !== true && <RecurringPanel {...list} payment={recurring} variant={variant} />}
      {scheduled.length > 0 && hides?.scheduled !== true && <ScheduledPayments {...list} payments={scheduled} />}
    </>
  );
}
