import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useAction } from '#web/data/use-action.ts';
import { useLabel } from '#web/institution/settings.ts';
import { plannedPaymentsQuery } from '#web/payments/schedules/planned-payments-data.ts';
import { ControlName } from '#web/kit/ControlName.tsx';
import { DayText } from '#web/kit/DayText.tsx';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';
import { paths } from '#web/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { hideAccount } from './loan-changes.ts';

/** How long the success message shows before the dialog closes (M 9). */
const CLOSES_AFTER_MS = 4_000;

interface HideAccountDialogProps {
  readonly accountNumber: string;
  readonly hasEStatements: boolean;
  readonly onClose: () => void;
}

/** Asks before hiding a loan from the web; afterwards leaves the screen (M 4). */
export function HideAccountDialog({ accountNumber, hasEStatements, onClose }: HideAccountDialogProps) {
  const title = useLabel('hideAccount.title');
  const navigate = useNavigate();
  const [stops, setStops] = useState(false);
  const { busy: hiding, done: hidden, failure, run } = useAction(() => hideAccount(accountNumber, stops));

  useEffect(() => {
    if (!hidden) return undefined;
    const timer = setTimeout(() => void navigate({ to: paths.dashboard }), CLOSES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [hidden, navigate]);

  function close() {
    if (hidden) void navigate({ to: paths.dashboard });
    else if (!hiding) onClose();
  }
  return (
    <Dialog
      width={400}
      title={title.label}
      titleHidden={title.labelHidden}
      locked={hiding}
      onClose={close}
      actions={
        !hidden && (
          <>
            <Button look="quiet" disabled={hiding} onClick={close}>
              <ControlName of="hideAccount.cancel" />
            </Button>
            <Button look="danger" busy={hiding} onClick={() => void run()}>
              <ControlName of="hideAccount.submit" />
            </Button>
          </>
        )
      }
    >
      {hidden ? (
        <Alert tone="ok">
          <Text of="hideAccount.success" />
        </Alert>
      ) : (
        <>
          <p>
            <Text of="hideAccount.question" />
          </p>
          <p>
            <Text of="hideAccount.alertsGoOn" />
          </p>
          {hasEStatements && (
            <p>
              <Text of="hideAccount.statementsByMail" />
            </p>
          )}
          <PaymentsThatGoOn accountNumber={accountNumber} stops={stops} onStops={setStops} />
        </>
      )}
      {failure && (
        <Alert tone="bad">
          <Text of="hideAccount.error" />
        </Alert>
      )}
    </Dialog>
  );
}

interface PaymentsThatGoOnProps {
  readonly accountNumber: string;
  readonly stops: boolean;
  readonly onStops: (stops: boolean) => void;
}

/** Lists the payments set up for the loan, since hiding it doesn't stop them. */
function PaymentsThatGoOn({ accountNumber, stops, onStops }: PaymentsThatGoOnProps) {
  const stopLabel = useLabel('hideAccount.stopPayments');
  const { data } = useQuery(plannedPaymentsQuery(accountNumber));
  if (!data) return <Text of="hideAccount.paymentsUnknown" />;
  const { scheduled, recurring } = data;
  if (scheduled.length === 0 && !recurring) return null;
  const stoppable = scheduled.every(({ deletable }) => deletable) && (recurring?.deletable ?? true);
  return (
    <>
      <p>
        <Text of="hideAccount.paymentsGoOn" />
      </p>
      <ul>
        {scheduled.map(({ handle, totalCents, payOn }) => (
          <li key={handle}>
            <Text
              of="hideAccount.scheduled"
              with={{ amount: <Money cents={totalCents} />, date: <DayText day={payOn} /> }}
            />
          </li>
        ))}
        {recurring && (
          <li>
            <Text of="hideAccount.recurring" with={{ date: <DayText day={recurring.nextOn} /> }} />
          </li>
        )}
      </ul>
      {stoppable && (
        <Checkbox {...stopLabel} checked={stops} onChange={({ currentTarget }) => onStops(currentTarget.checked)} />
      )}
      {!stops && (
        <p>
          <Text of="hideAccount.callToStop" />
        </p>
      )}
    </>
  );
}
