import { Link } from '@tanstack/react-router';
import { day, formatDayMedium } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { useDeskQuery } from '#web/desk/data/desk-queries.ts';
import { DeskPage, Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import { codeWords } from '#web/desk/kit/problem-words.ts';
import { type Column, Table } from '#web/ui/Table.tsx';
import { dayOrNone } from './day-or-none.ts';

type Lien = DeskAnswer<'GET /api/desk/liens'>['waiting'][number];

const loanColumns: readonly Column<Lien>[] = [
  {
    id: 'account',
    header: 'Loan',
    nowrap: true,
    cell: ({ customerId, accountNumber }) => (
      <Link to={`/lien/${encodeURIComponent(customerId)}/${encodeURIComponent(accountNumber)}`} data-row>
        {accountNumber}
      </Link>
    ),
  },
  { id: 'customer', header: 'Customer', nowrap: true, cell: ({ customerId }) => customerId },
  { id: 'description', header: 'Description', cell: ({ description }) => description },
];

const waitingColumns: readonly Column<Lien>[] = [
  ...loanColumns,
  { id: 'paid', header: 'Last payment', nowrap: true, cell: ({ lastPaidOn }) => dayOrNone(lastPaidOn) },
  { id: 'state', header: 'Release', cell: whenReleasable },
];

const againColumns: readonly Column<Lien>[] = [
  ...loanColumns,
  {
    id: 'released',
    header: 'Released',
    nowrap: true,
    cell: ({ released }) => released && formatDayMedium(day(released.releasedOn)),
  },
  { id: 'owed', header: 'Owed again', numeric: true, cell: ({ owedCents }) => formatCents(cents(owedCents)) },
];

function whenReleasable({ obstacle, releasableOn }: Lien): string {
  if (obstacle === null) return 'Can be recorded';
  if (obstacle === 'MayComeBack') return `From ${dayOrNone(releasableOn)} on`;
  return codeWords(obstacle);
}

/** Loans that were paid off and wait for the release of their lien, and those whose payoff came back after it. */
export function Liens() {
  const query = useDeskQuery('GET /api/desk/liens', {});
  return (
    <DeskPage title="Liens">
      <Loaded query={query}>
        {({ coreDoesThis, owingAgain, waiting, waitingCount }) =>
          coreDoesThis ? (
            <Empty>{codeWords('CoreDoesThis')}</Empty>
          ) : (
            <>
              <Again loans={owingAgain} />
              <Waiting loans={waiting} count={waitingCount} />
            </>
          )
        }
      </Loaded>
    </DeskPage>
  );
}

function Again({ loans }: { readonly loans: readonly Lien[] }) {
  if (loans.length === 0) return null;
  return (
    <Panel title={`Owe again after the release (${loans.length})`}>
      <Table
        caption="Loans that owe again after their lien was released"
        columns={againColumns}
        rows={loans}
        rowKey={({ accountNumber }) => accountNumber}
      />
    </Panel>
  );
}

function Waiting({ loans, count }: { readonly loans: readonly Lien[]; readonly count: number }) {
  return (
    <Panel title={`Paid off, lien to release (${count})`}>
      {loans.length < count && <p>Listed are the {loans.length} that were paid off first.</p>}
      {loans.length === 0 ? (
        <Empty>No lien waits for its release.</Empty>
      ) : (
        <Table
          caption="Paid-off loans whose lien waits for its release"
          columns={waitingColumns}
          rows={loans}
          rowKey={({ accountNumber }) => accountNumber}
        />
      )}
    </Panel>
  );
}
