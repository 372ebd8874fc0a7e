import { useState } from 'react';
import { day, formatDayMedium } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskAction, useDeskQuery, useSession } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { Empty, Panel } from '#web/desk/kit/DeskPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import { meansNames } from './means-names.ts';
import { MovePaymentDialog } from './MovePaymentDialog.tsx';
import { Overpaid } from './Overpaid.tsx';
import { ReceiveDialog } from './ReceiveDialog.tsx';
import { LoanPage, useLoan } from './LoanPage.tsx';

type Received = DeskAnswer<'GET /api/desk/received-payments'>['received'][number];

interface Actions {
  readonly takeBack: (received: Received) => void;
  readonly move: (received: Received) => void;
}

function columnsFor(may: boolean, { takeBack, move }: Actions): readonly Column<Received>[] {
  return [
    { id: 'on', header: 'Received', nowrap: true, cell: ({ receivedOn }) => formatDayMedium(day(receivedOn)) },
    { id: 'means', header: 'By', cell: ({ means }) => meansNames[means] },
    { id: 'reference', header: 'Reference', cell: ({ reference }) => reference },
    { id: 'amount', header: 'Amount', numeric: true, cell: ({ amountCents }) => formatCents(cents(amountCents)) },
    {
      id: 'overpaid',
      header: 'Overpaid',
      numeric: true,
      cell: ({ overpaidCents }) => (overpaidCents === 0 ? '' : formatCents(cents(overpaidCents))),
    },
    { id: 'by', header: 'Recorded by', cell: ({ recordedBy }) => recordedBy },
    {
      id: 'state',
      header: 'State',
      cell: (received) => {
        if (received.takenBackAt !== null) return 'Taken back';
        if (received.asked) return 'Waits for a second person';
        if (received.movedAt !== null) return 'Moved to another loan';
        if (!may) return received.movedHere ? 'Moved here' : 'On the loan';
        return (
          <>
            {received.movedHere && 'Moved here '}
            <Button look="text" data-row onClick={() => takeBack(received)}>
              Take back
            </Button>{' '}
            <Button look="text" onClick={() => move(received)}>
              Move
            </Button>
          </>
        );
      },
    },
  ];
}

/** Payments of a loan that reached the institution outside the portal. */
export function ReceivedPayments() {
  const loan = useLoan();
  const { permissions } = useSession();
  const may = permissions.includes('correctPayments');
  const query = useDeskQuery('GET /api/desk/received-payments', { query: loan });
  const request = useDeskAction('POST /api/desk/received-payments/ask-to-take-back');
  const [receiving, setReceiving] = useState(false);
  const [takingBack, setTakingBack] = useState<Received>();
  const [moving, setMoving] = useState<Received>();
  return (
    <LoanPage
      loan={loan}
      at="received-payments"
      title="Received payments"
      query={query}
      more={
        <>
          <Overpaid loan={loan} may={may} />
          {receiving && <ReceiveDialog loan={loan} onClose={() => setReceiving(false)} />}
          {moving && (
            <MovePaymentDialog
              money={{ customerId: loan.customerId, kind: 'received', id: moving.receivedId }}
              accountNumber={loan.accountNumber}
              name={`${formatCents(cents(moving.amountCents))} by ${moving.means} ${moving.reference}`}
              onClose={() => setMoving(undefined)}
            />
          )}
          {takingBack && (
            <ActionDialog
              title={`Take back ${formatCents(cents(takingBack.amountCents))}`}
              what={`The payment by ${takingBack.means} ${takingBack.reference} no longer counts on the loan, and what it paid is owed again.${
                takingBack.overpaidCents > 0 ? ' If its overpayment was paid out, the customer owes that too.' : ''
              }`}
              approval="A supervisor must approve. You can withdraw it until then."
              told="The customer is told by email once it is approved."
              confirmLabel="Ask to take back"
              dangerous
              onClose={() => setTakingBack(undefined)}
              onConfirm={(reason) =>
                request.mutateAsync({ body: { ...loan, receivedId: takingBack.receivedId, reason } })
              }
            />
          )}
        </>
      }
    >
      {({ received }) => (
        <Panel
          title={`By check, wire, or at a branch (${received.length})`}
          aside={may && <Button onClick={() => setReceiving(true)}>Receive a payment</Button>}
        >
          {received.length === 0 ? (
            <Empty>No payments were received outside the portal.</Empty>
          ) : (
            <Table
              caption="Received payments"
              columns={columnsFor(may, { takeBack: setTakingBack, move: setMoving })}
              rows={received}
              rowKey={({ receivedId }) => receivedId}
            />
          )}
        </Panel>
      )}
    </LoanPage>
  );
}
