import { useState } from 'react';
import { day, formatDayMedium } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import { Button } from '#web/ui/Button.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskAction, useDeskQuery, useSession } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { Empty, Panel } from '#web/desk/kit/DeskPage.tsx';
import { LoanPage, useLoan } from './LoanPage.tsx';

type Charge = DeskAnswer<'GET /api/desk/late-charges'>['charges'][number];

const kinds = { late: 'Late charge', returnedPayment: 'Returned payment fee' } as const;

function columnsFor(may: boolean, waive: (charge: Charge) => void): readonly Column<Charge>[] {
  return [
    { id: 'on', header: 'Charged', nowrap: true, cell: ({ chargedOn }) => formatDayMedium(day(chargedOn)) },
    { id: 'kind', header: 'Kind', cell: ({ kind }) => kinds[kind] },
    { id: 'amount', header: 'Amount', numeric: true, cell: ({ amountCents }) => formatCents(cents(amountCents)) },
    {
      id: 'state',
      header: 'State',
      cell: (charge) => {
        if (charge.asked) return 'Waits for a second person';
        if (!charge.owed) return 'Paid';
        if (!may) return 'Owed';
        return (
          <Button look="text" data-row onClick={() => waive(charge)}>
            Waive
          </Button>
        );
      },
    },
  ];
}

/** The late charges and returned-payment fees of a loan, which staff can waive while they are owed. */
export function LateCharges() {
  const loan = useLoan();
  const { permissions } = useSession();
  const query = useDeskQuery('GET /api/desk/late-charges', { query: { ...loan } });
  const waive = useDeskAction('POST /api/desk/late-charges/waive');
  const [asked, setAsked] = useState<Charge>();
  return (
    <LoanPage
      loan={loan}
      at="late-charges"
      title="Late charges"
      query={query}
      more={
        asked && (
          <ActionDialog
            title={`Waive ${formatCents(cents(asked.amountCents))}`}
            what={`The customer no longer owes the ${kinds[asked.kind].toLowerCase()} of ${formatDayMedium(day(asked.chargedOn))}.`}
            approval={asked.needsApproval ? 'A supervisor must approve. You can withdraw it until then.' : undefined}
            told="The customer is told by email."
            confirmLabel={asked.needsApproval ? 'Ask to waive' : 'Waive'}
            onClose={() => setAsked(undefined)}
            onConfirm={(reason) => waive.mutateAsync({ body: { ...loan, chargeId: asked.chargeId, reason } })}
          />
        )
      }
    >
      {({ charges }) => (
        <Panel title={`Not waived (${charges.length})`}>
          {charges.length === 0 ? (
            <Empty>No late charges.</Empty>
          ) : (
            <Table
              caption="Late charges"
              columns={columnsFor(permissions.includes('correctPayments'), setAsked)}
              rows={charges}
              rowKey={({ chargeId }) => chargeId}
            />
          )}
        </Panel>
      )}
    </LoanPage>
  );
}
