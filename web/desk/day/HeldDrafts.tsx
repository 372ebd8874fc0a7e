import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { day, formatDayMedium } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import { Button } from '#web/ui/Button.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskAction, useSession } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { Panel } from '#web/desk/kit/DeskPage.tsx';

type Held = DeskAnswer<'GET /api/desk/days'>['held'][number];

const columns: readonly Column<Held>[] = [
  {
    id: 'reference',
    header: 'Confirmation',
    nowrap: true,
    cell: ({ reference, customerId, paymentId }) => (
      <Link to={`/payments/${encodeURIComponent(customerId)}/${paymentId}`} data-row>
        {reference}
      </Link>
    ),
  },
  { id: 'amount', header: 'Amount', numeric: true, cell: ({ amountCents }) => formatCents(cents(amountCents)) },
  { id: 'fileOn', header: 'File of', nowrap: true, cell: ({ fileOn }) => formatDayMedium(day(fileOn)) },
  { id: 'why', header: 'Why', cell: ({ why }) => why },
  {
    id: 'actions',
    header: 'Actions',
    headerHidden: true,
    nowrap: true,
    cell: ({ reference }) => <DraftActions reference={reference} />,
  },
];

/** Bank drafts that stay out of the bank file until someone decides. */
export function HeldDrafts({ held }: { readonly held: readonly Held[] }) {
  return (
    <Panel title={`Bank drafts on hold (${held.length})`}>
      <Table caption="Bank drafts on hold" columns={columns} rows={held} rowKey={({ paymentId }) => paymentId} />
    </Panel>
  );
}

type Decision = 'release' | 'cancel';

function DraftActions({ reference }: { readonly reference: string }) {
  const { permissions } = useSession();
  const [decision, setDecision] = useState<Decision>();
  if (!permissions.includes('handleBankFiles')) return null;
  return (
    <>
      <Button look="text" onClick={() => setDecision('release')}>
        Release
      </Button>
      <Button look="text" onClick={() => setDecision('cancel')}>
        Cancel draft
      </Button>
      {decision && <DraftDialog reference={reference} to={decision} onClose={() => setDecision(undefined)} />}
    </>
  );
}

interface DraftDialogProps {
  readonly reference: string;
  readonly to: Decision;
  readonly onClose: () => void;
}

function DraftDialog({ reference, to, onClose }: DraftDialogProps) {
  const release = useDeskAction('POST /api/desk/drafts/release');
  const cancel = useDeskAction('POST /api/desk/drafts/cancel');
  const words = {
    release: { label: 'Release', what: `Draft ${reference} leaves with the next bank file.`, told: undefined },
    cancel: {
      label: 'Cancel draft',
      what: `Draft ${reference} is never sent, and its payment is reversed on the loan.`,
      told: 'The customer is told by email.',
    },
  }[to];
  return (
    <ActionDialog
      title={`${words.label}: ${reference}`}
      what={words.what}
      told={words.told}
      confirmLabel={words.label}
      dangerous={to === 'cancel'}
      onClose={onClose}
      onConfirm={(reason) => ({ release, cancel })[to].mutateAsync({ body: { reference, reason } })}
    />
  );
}
