import { useState } from 'react';
import { useController } from 'react-hook-form';
import { type LoanHold, loanHolds } from '#common/accounts/rules/loan-holds.ts';
import { useDeskAction, useDeskQuery, useSession } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { Checkboxes } from '#web/desk/kit/Checkboxes.tsx';
import { useEntries } from '#web/desk/kit/use-entries.ts';
import { Empty, Panel } from '#web/desk/kit/DeskPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { HoldCodePanel } from './HoldCodePanel.tsx';
import { type LoanName, LoanPage, useLoan } from './LoanPage.tsx';

const holdNames: Readonly<Record<LoanHold, string>> = {
  inDispute: 'In dispute: no payoff quote, no payoff online',
  lockedForPayoff: 'Locked for payoff: no payoff quote, no payoff online',
  noOnlinePayments: 'No online payments at all',
  onlyImmediatePayments: 'Only payments of today: nothing is scheduled, nothing recurs',
  noBankPayments: 'No payments by bank account',
  noCardPayments: 'No payments by card',
  noRecurringPayments: 'No new recurring payments',
  historyBlocked: 'History, statements, and downloads are blocked',
};

/** The holds on a loan, which keep it from being paid or shown online. */
export function Holds() {
  const loan = useLoan();
  const { permissions } = useSession();
  const query = useDeskQuery('GET /api/desk/holds', { query: { ...loan } });
  const [changing, setChanging] = useState<readonly LoanHold[]>();
  return (
    <LoanPage
      loan={loan}
      at="holds"
      title="Holds"
      heading={`Holds on ${loan.accountNumber}`}
      query={query}
      more={
        <>
          <HoldCodePanel loan={loan} />
          {changing && <HoldsDialog loan={loan} before={changing} onClose={() => setChanging(undefined)} />}
        </>
      }
    >
      {({ holds }) => (
        <Panel
          title={`In place (${holds.length})`}
          aside={
            permissions.includes('correctPayments') && <Button onClick={() => setChanging(holds)}>Change holds</Button>
          }
        >
          {holds.length === 0 ? (
            <Empty>There are no holds on this loan.</Empty>
          ) : (
            <ul>
              {holds.map((hold) => (
                <li key={hold}>{holdNames[hold]}</li>
              ))}
            </ul>
          )}
        </Panel>
      )}
    </LoanPage>
  );
}

interface HoldsDialogProps {
  readonly loan: LoanName;
  readonly before: readonly LoanHold[];
  readonly onClose: () => void;
}

function HoldsDialog({ loan, before, onClose }: HoldsDialogProps) {
  const change = useDeskAction('POST /api/desk/holds/change');
  const { form, control } = useEntries<{ readonly wanted: readonly LoanHold[] }>({ wanted: before }, ({ wanted }) => {
    const isSame = wanted.length === before.length && wanted.every((hold) => before.includes(hold));
    return { wanted: isSame ? 'Choose what to place or lift.' : undefined };
  });
  const { field, fieldState } = useController({ control, name: 'wanted' });
  return (
    <ActionDialog
      title="Change holds"
      what="The portal follows the new holds at once. Planned payments stay, and are refused on their day while a hold forbids them."
      confirmLabel="Change"
      form={form}
      onClose={onClose}
      onConfirm={(reason) =>
        change.mutateAsync({ body: { ...loan, holds: [...field.value], before: [...before], reason } })
      }
    >
      <Checkboxes
        first
        legend="Holds in place"
        choices={loanHolds.map((value) => ({ value, label: holdNames[value] }))}
        chosen={field.value}
        error={fieldState.error?.message}
        onChange={field.onChange}
      />
    </ActionDialog>
  );
}
