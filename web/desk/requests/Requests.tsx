import { Link } from '@tanstack/react-router';
import { type Column, Table } from '#web/ui/Table.tsx';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskQuery } from '#web/desk/data/desk-queries.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { DeskPage, Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';

type Row = DeskAnswer<'GET /api/desk/requests'>['requests'][number];

const asksWords = { address: 'another address', phone: 'another phone' } as const;

const columns: readonly Column<Row>[] = [
  {
    id: 'customer',
    header: 'Customer',
    cell: ({ customerId, requestId, customerName }) => (
      <Link to={`/requests/${encodeURIComponent(customerId)}/${requestId}`} data-row>
        {customerName || customerId}
      </Link>
    ),
  },
  { id: 'number', header: 'Number', nowrap: true, cell: ({ customerId }) => customerId },
  {
    id: 'asks',
    header: 'Asks for',
    cell: ({ asks, form }) => form ?? asks.map((one) => asksWords[one]).join(' and '),
  },
  { id: 'account', header: 'Account', nowrap: true, cell: ({ accountNumber }) => accountNumber ?? '' },
  { id: 'since', header: 'Since', nowrap: true, cell: ({ requestedAt }) => <AtTime at={requestedAt} /> },
];

/** Customers' requests that staff decide. */
export function Requests() {
  const query = useDeskQuery('GET /api/desk/requests', {});
  return (
    <DeskPage title="Requests">
      <Loaded query={query}>
        {({ requests }) => (
          <Panel title={`Waiting (${requests.length})`}>
            {requests.length === 0 ? (
              <Empty>No request is waiting.</Empty>
            ) : (
              <Table
                caption="Requests"
                columns={columns}
                rows={requests}
                rowKey={({ requestId }) => String(requestId)}
              />
            )}
          </Panel>
        )}
      </Loaded>
    </DeskPage>
  );
}
