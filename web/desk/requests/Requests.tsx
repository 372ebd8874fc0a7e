import { Link } from '@tanstack/react-router';
import { type Column, Table } from '#web/ui/Table.tsx';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskQuery } from '#web/desk/data/desk-queries.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { DeskPage, Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import { Pages, usePage } from '#web/desk/kit/Pages.tsx';
import styles from './RequestPage.module.css';

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
  const page = usePage();
  const query = useDeskQuery('GET /api/desk/requests', { query: { page } });
  return (
    <DeskPage title="Requests">
      <Loaded query={query}>
        {({ requests, count, hasMore }) => (
          <Panel title={`Waiting (${count})`}>
            <p className={styles.meta}>
              What customers ask for. What colleagues ask for waits under <Link to="/approvals">Approvals</Link>.
            </p>
            {requests.length === 0 ? (
              <Empty>{count === 0 ? 'No request is waiting.' : 'No request is waiting on this page.'}</Empty>
            ) : (
              <Table
                caption="Requests"
                columns={columns}
                rows={requests}
                rowKey={({ requestId }) => String(requestId)}
              />
            )}
            {(hasMore || page > 0) && <Pages hasMore={hasMore} />}
          </Panel>
        )}
      </Loaded>
    </DeskPage>
  );
}
