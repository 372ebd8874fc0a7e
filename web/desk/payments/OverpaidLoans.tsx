import { Link } from '@tanstack/react-router';
import { day, formatDayMedium } from '#common/core/dates.ts';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskQuery } from '#web/desk/data/desk-queries.ts';
import { DeskPage, Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import { overpaidWords } from './Overpaid.tsx';

type Overpaid = DeskAnswer<'GET /api/desk/overpayments'>['loans'][number];

const columns: readonly Column<Overpaid>[] = [
  {
    id: 'account',
    header: 'Loan',
    nowrap: true,
    cell: ({ customerId, accountNumber }) => (
      <Link to={`/received-payments/${encodeURIComponent(customerId)}/${encodeURIComponent(accountNumber)}`} data-row>
        {accountNumber}
      </Link>
    ),
  },
  { id: 'customer', header: 'Customer', nowrap: true, cell: ({ customerId }) => customerId },
  { id: 'amount', header: 'Overpaid', numeric: true, cell: ({ overpaidCents }) => overpaidWords(overpaidCents) },
  { id: 'since', header: 'Since', nowrap: true, cell: ({ since }) => formatDayMedium(day(since)) },
];

/** Loans on which more was paid than owed, to be paid out. */
export function OverpaidLoans() {
  const query = useDeskQuery('GET /api/desk/overpayments', {});
  return (
    <DeskPage title="Overpaid loans">
      <Loaded query={query}>
        {({ loans }) => (
          <Panel title={`To pay out (${loans.length})`}>
            {loans.length === 0 ? (
              <Empty>Every overpayment went back.</Empty>
            ) : (
              <Table
                caption="Overpaid loans"
                columns={columns}
                rows={loans}
                rowKey={({ accountNumber }) => accountNumber}
              />
            )}
          </Panel>
        )}
      </Loaded>
    </DeskPage>
  );
}
