import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import { useDeskQuery, useSession } from '#web/desk/data/desk-queries.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { DeskPage, Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import { DeliverToListDialog } from './DeliverDialogs.tsx';
import { type Document, scanWords } from './document.ts';

const columns: readonly Column<Document>[] = [
  {
    id: 'name',
    header: 'File',
    cell: ({ customerId, name }) => (
      <Link to={`/documents/${encodeURIComponent(customerId)}`} data-row>
        {name}
      </Link>
    ),
  },
  { id: 'type', header: 'Type', cell: ({ fileType }) => fileType },
  { id: 'customer', header: 'Customer', nowrap: true, cell: ({ customerId }) => customerId },
  { id: 'belongs', header: 'Belongs to', nowrap: true, cell: ({ belongsTo }) => belongsTo || 'The customer' },
  { id: 'scan', header: 'Virus scan', nowrap: true, cell: ({ scan }) => scanWords[scan] },
  { id: 'at', header: 'Uploaded', nowrap: true, cell: ({ at }) => <AtTime at={at} /> },
];

/** Customers' uploads that wait for a review. */
export function Uploads() {
  const { permissions } = useSession();
  const query = useDeskQuery('GET /api/desk/uploads', {});
  const [delivers, setDelivers] = useState(false);
  const deliver = permissions.includes('deliverToMany') && (
    <Button look="quiet" onClick={() => setDelivers(true)}>
      Deliver to a list
    </Button>
  );
  return (
    <DeskPage title="Documents" aside={deliver}>
      <Loaded query={query}>
        {({ uploads }) => (
          <Panel title={`Uploads to review (${uploads.length})`}>
            {uploads.length === 0 ? (
              <Empty>No upload is waiting.</Empty>
            ) : (
              <Table caption="Uploads" columns={columns} rows={uploads} rowKey={({ documentId }) => documentId} />
            )}
          </Panel>
        )}
      </Loaded>
      {delivers && <DeliverToListDialog onClose={() => setDelivers(false)} />}
    </DeskPage>
  );
}
