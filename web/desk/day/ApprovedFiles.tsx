import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskAction, useDeskQuery, useSession } from '#web/desk/data/desk-queries.ts';
import { ActionDialog } from '#web/desk/kit/ActionDialog.tsx';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import styles from './DayPage.module.css';

type ApprovedFile = DeskAnswer<'GET /api/desk/returns/approved'>['files'][number];

const columns: readonly Column<ApprovedFile>[] = [
  { id: 'entries', header: 'Payments and credits', numeric: true, cell: ({ entryCount }) => entryCount },
  { id: 'asked', header: 'Asked by', nowrap: true, cell: ({ askedBy }) => askedBy },
  {
    id: 'approved',
    header: 'Approved',
    nowrap: true,
    cell: ({ approvedBy, approvedAt }) => (
      <>
        {approvedBy}, <AtTime at={approvedAt} />
      </>
    ),
  },
  {
    id: 'sha256',
    header: 'SHA-256',
    nowrap: true,
    cell: ({ sha256 }) => <span className={styles.hash}>{sha256}</span>,
  },
  {
    id: 'actions',
    header: 'Actions',
    headerHidden: true,
    nowrap: true,
    cell: ({ workItemId }) => <DropApproval workItemId={workItemId} />,
  },
];

/** Approved files of returns that no one has taken; their payments and bank credits still count. */
export function ApprovedFiles() {
  const query = useDeskQuery('GET /api/desk/returns/approved', {});
  return (
    <Loaded query={query}>
      {({ files }) =>
        files.length > 0 && (
          <Panel title={`Approved, not taken (${files.length})`}>
            <p className={styles.note}>
              Choose the file again and take it. Until then, a loan that one of its payments paid off keeps its lien. If
              the bank has withdrawn the file, drop the approval.
            </p>
            <Table
              caption="Approved files"
              columns={columns}
              rows={files}
              rowKey={({ workItemId }) => `${workItemId}`}
            />
          </Panel>
        )
      }
    </Loaded>
  );
}

function DropApproval({ workItemId }: { readonly workItemId: number }) {
  const { permissions } = useSession();
  const [asked, setAsked] = useState(false);
  const drop = useDeskAction('POST /api/desk/returns/drop');
  if (!permissions.includes('handleBankFiles')) return null;
  return (
    <>
      <Button look="text" onClick={() => setAsked(true)}>
        Drop
      </Button>
      {asked && (
        <ActionDialog
          title="Drop the approval"
          what="Nothing changes on the loans. To take the file after all, ask again."
          confirmLabel="Drop"
          onClose={() => setAsked(false)}
          onConfirm={(reason) => drop.mutateAsync({ body: { workItemId, reason } })}
        />
      )}
    </>
  );
}
