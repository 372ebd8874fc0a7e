import { useState } from 'react';
import { day, formatDayMedium } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskAction } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { Empty } from '#web/desk/kit/DeskPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import { meansWords } from './PayOutDialog.tsx';
import type { LoanName } from './LoanPage.tsx';

type Payout = DeskAnswer<'GET /api/desk/overpayments/loan'>['payouts'][number];

interface Asks {
  readonly stop: (payout: Payout) => void;
  readonly release: (payout: Payout) => void;
}

function columnsFor(may: boolean, { stop, release }: Asks): readonly Column<Payout>[] {
  return [
    { id: 'on', header: 'Sent', nowrap: true, cell: ({ paidOn }) => formatDayMedium(day(paidOn)) },
    { id: 'means', header: 'By', cell: ({ means }) => meansWords[means] },
    { id: 'reference', header: 'Reference', cell: ({ reference }) => reference },
    { id: 'amount', header: 'Amount', numeric: true, cell: ({ amountCents }) => formatCents(cents(amountCents)) },
    { id: 'by', header: 'Approved by', cell: ({ recordedBy }) => recordedBy },
    {
      id: 'state',
      header: 'State',
      cell: (payout) => (
        <>
          {wordsOf(payout)}
          {may && payout.stoppedAt === null && !payout.stopAsked && payout.credit?.state !== 'filed' && (
            <>
              {' '}
              <Button look="text" onClick={() => stop(payout)}>
                Stop
              </Button>
            </>
          )}
          {may && payout.credit?.accountBlock?.releaseAsked === false && (
            <>
              {' '}
              <Button look="text" onClick={() => release(payout)}>
                Release the account
              </Button>
            </>
          )}
        </>
      ),
    },
  ];
}

function wordsOf(payout: Payout): string {
  const asked = payout.credit?.accountBlock?.releaseAsked ?? false;
  return asked ? `${stateOf(payout)}. The release of the bank account waits for a second person` : stateOf(payout);
}

function stateOf({ stoppedAt, stopAsked, credit }: Payout): string {
  if (credit?.returnCode) return `Sent back by the bank (${credit.returnCode})`;
  if (stoppedAt !== null) return 'Stopped';
  if (stopAsked) return 'Waits for a second person';
  if (!credit) return 'Sent';
  const to = `to the account ending ${credit.lastFour}`;
  if (credit.state === 'held') return `On hold: ${credit.heldReason ?? ''}`;
  const file = `the bank file of ${formatDayMedium(day(credit.fileOn))}`;
  return credit.state === 'filed' ? `Sent ${to} with ${file}` : `Waits for ${file}, ${to}`;
}

interface PayoutsProps {
  readonly loan: LoanName;
  readonly payouts: readonly Payout[];
  readonly caption: string;
  readonly empty: string;
  /** What becomes of the money, in one sentence. */
  readonly afterStop: string;
  readonly may: boolean;
}

/** Money that went to the customer, the way to stop it, and the way to release an account that a bank refused. */
export function Payouts({ loan, payouts, caption, empty, afterStop, may }: PayoutsProps) {
  const requestStop = useDeskAction('POST /api/desk/overpayments/ask-to-stop');
  const requestRelease = useDeskAction('POST /api/desk/overpayments/ask-release-account');
  const [stopping, setStopping] = useState<Payout>();
  const [releasing, setReleasing] = useState<Payout>();
  return (
    <>
      {payouts.length === 0 ? (
        <Empty>{empty}</Empty>
      ) : (
        <Table
          caption={caption}
          columns={columnsFor(may, { stop: setStopping, release: setReleasing })}
          rows={payouts}
          rowKey={({ payoutId }) => payoutId}
        />
      )}
      {stopping && (
        <ActionDialog
          title={`Stop ${formatCents(cents(stopping.amountCents))}`}
          what={
            stopping.means === 'bank'
              ? `It doesn't leave with the bank file. ${afterStop}`
              : `First stop ${stopping.means} ${stopping.reference} at the bank. ${afterStop}`
          }
          approval="A supervisor must approve. You can withdraw it until then."
          told="The customer is told by email once it is approved."
          confirmLabel="Ask to stop"
          dangerous
          onClose={() => setStopping(undefined)}
          onConfirm={(reason) => requestStop.mutateAsync({ body: { ...loan, payoutId: stopping.payoutId, reason } })}
        />
      )}
      {releasing && (
        <ActionDialog
          title={`Release the bank account of ${formatCents(cents(releasing.amountCents))}`}
          what={`You ask that the bank account ending in ${releasing.credit?.lastFour ?? ''} may get payouts and be drawn on again, for every customer who uses it. A payout on hold for it leaves with the next bank file; one that came back stays returned.`}
          approval="A supervisor must approve. You can withdraw it until then."
          told="The customer is told by email when it is approved."
          confirmLabel="Ask to release the bank account"
          dangerous
          onClose={() => setReleasing(undefined)}
          onConfirm={(reason) =>
            requestRelease.mutateAsync({ body: { ...loan, payoutId: releasing.payoutId, reason } })
          }
        />
      )}
    </>
  );
}
