import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { UnlessClosed } from '#web/desk/customers/UnlessClosed.tsx';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskAction, useDeskQuery } from '#web/desk/data/desk-queries.ts';
import { findWordsProblem } from '#web/desk/kit/find-words-problem.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { TextAreaEntry } from '#web/desk/kit/EntryFields.tsx';
import { useEntries } from '#web/desk/kit/use-entries.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { DeskPage, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import styles from './RequestPage.module.css';

type Request = DeskAnswer<'GET /api/desk/request'>;

const statuses = {
  byHand: { tone: 'plain', word: 'by hand' },
  open: { tone: 'warn', word: 'open' },
  approved: { tone: 'ok', word: 'made' },
  declined: { tone: 'bad', word: 'declined' },
} as const;

const columns: readonly Column<Request['values'][number]>[] = [
  { id: 'name', header: 'Value', cell: ({ name }) => name },
  { id: 'onFile', header: 'On file', cell: ({ onFile }) => onFile || 'Not on file' },
  { id: 'old', header: 'Old, as given', cell: ({ old }) => old },
  { id: 'wanted', header: 'New', cell: ({ wanted }) => wanted },
];

/** A change that a customer asks for, beside what is on file. */
export function RequestPage() {
  const params: { readonly customerId?: string; readonly requestId?: string } = useParams({ strict: false });
  const { customerId = '' } = params;
  const requestId = Number(params.requestId);
  const query = useDeskQuery('GET /api/desk/request', { query: { customerId, requestId } });
  const path = `/requests/${encodeURIComponent(customerId)}/${requestId}`;
  return (
    <UnlessClosed title="Request" customerId={customerId} path={path} error={query.error}>
      <Loaded query={query}>{(request) => <RequestDetail request={request} />}</Loaded>
    </UnlessClosed>
  );
}

function RequestDetail({ request }: { readonly request: Request }) {
  const { customerId, customerName, status, requestedAt, decidedBy, decidedAt, values } = request;
  const [asked, setAsked] = useState<'approve' | 'decline'>();
  const { tone, word } = statuses[status];
  return (
    <DeskPage title={`Contact information of ${customerName}`} aside={<Chip tone={tone}>{word}</Chip>}>
      <Panel title="What the customer asks for">
        <Table caption="Values" rows={values} rowKey={({ name, old }) => `${name} ${old}`} columns={columns} />
        <p className={styles.meta}>
          <Link to={`/customers/${encodeURIComponent(customerId)}`}>{customerName}</Link> asked on{' '}
          <AtTime at={requestedAt} />
          {decidedAt !== null && (
            <>
              . {decidedBy} decided on <AtTime at={decidedAt} />
            </>
          )}
          .
        </p>
        {status === 'open' && (
          <div className={styles.buttons}>
            <Button data-row onClick={() => setAsked('approve')}>
              Approve
            </Button>
            <Button look="quiet" onClick={() => setAsked('decline')}>
              Decline
            </Button>
          </div>
        )}
      </Panel>
      {asked === 'approve' && <ApproveDialog request={request} onClose={() => setAsked(undefined)} />}
      {asked === 'decline' && <DeclineDialog request={request} onClose={() => setAsked(undefined)} />}
    </DeskPage>
  );
}

interface DialogProps {
  readonly request: Request;
  readonly onClose: () => void;
}

function ApproveDialog({ request: { customerId, requestId }, onClose }: DialogProps) {
  const approve = useDeskAction('POST /api/desk/requests/approve');
  return (
    <ActionDialog
      title="Approve"
      what="The new values go to the system of record now. The customer's own address changes only if the old one was that."
      told="The customer is told by email that it was changed."
      confirmLabel="Approve"
      onClose={onClose}
      onConfirm={(reason) => approve.mutateAsync({ body: { customerId, requestId, reason } })}
    />
  );
}

function DeclineDialog({ request: { customerId, requestId }, onClose }: DialogProps) {
  const decline = useDeskAction('POST /api/desk/requests/decline');
  const { form, control, entries } = useEntries({ words: '' }, ({ words }) => ({
    words: findWordsProblem(words, 'Tell the customer why'),
  }));
  return (
    <ActionDialog
      title="Decline"
      what="Nothing changes. The customer gets your words by email, so write nothing private."
      confirmLabel="Decline"
      form={form}
      onClose={onClose}
      onConfirm={(reason) =>
        decline.mutateAsync({ body: { customerId, requestId, words: entries.words.trim(), reason } })
      }
    >
      <TextAreaEntry control={control} entry="words" first label="What the customer reads" rows={3} maxLength={1_000} />
    </ActionDialog>
  );
}
