import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { day, formatDayMedium } from '#common/core/dates.ts';
import { cents, formatCents } from '#common/core/money.ts';
import { type Column, Table } from '#web/ui/Table.tsx';
import { type DeskAnswer, deskCall } from '#web/desk/data/desk-client.ts';
import { AtTime } from '#web/desk/kit/AtTime.tsx';
import { DeskPage, Empty, Loaded, Panel } from '#web/desk/kit/DeskPage.tsx';
import { FindForm, useFind } from '#web/desk/kit/FindForm.tsx';
import { whyInWords } from '#web/desk/kit/return-code-words.ts';
import { PaymentState } from './PaymentState.tsx';

type Found = DeskAnswer<'POST /api/desk/payments/find'>;

const columns: readonly Column<Found['payments'][number]>[] = [
  {
    id: 'reference',
    header: 'Confirmation',
    nowrap: true,
    cell: ({ customerId, paymentId, reference }) => (
      <Link to={`/payments/${encodeURIComponent(customerId)}/${paymentId}`} data-row>
        {reference}
      </Link>
    ),
  },
  { id: 'state', header: 'State', cell: ({ state }) => <PaymentState state={state} /> },
  { id: 'since', header: 'Since', nowrap: true, cell: ({ stateSince }) => <AtTime at={stateSince} /> },
  { id: 'total', header: 'Total', numeric: true, cell: ({ totalCents }) => formatCents(cents(totalCents)) },
  { id: 'payOn', header: 'Pays on', nowrap: true, cell: ({ payOn }) => formatDayMedium(day(payOn)) },
  { id: 'method', header: 'Method', nowrap: true, cell: ({ method, lastFour }) => `${method} •${lastFour}` },
  { id: 'account', header: 'Account', nowrap: true, cell: ({ accountNumber }) => accountNumber },
  {
    id: 'customer',
    header: 'Customer',
    cell: ({ customerId, customerName }) => (customerName === '' ? customerId : `${customerName}, ${customerId}`),
  },
];

const returnedColumns: typeof columns = columns.flatMap((column) =>
  column.id === 'state'
    ? { id: 'code', header: 'Why', nowrap: true, cell: ({ returnCode }) => whyInWords(returnCode) }
    : column.id === 'since'
      ? { ...column, header: 'Came back' }
      : column.id === 'payOn'
        ? []
        : column,
);

/** Finds payments. Without a text, lists those that need a person, and those that came back lately. */
export function FindPayments() {
  const find = useFind();
  const query = useQuery({
    queryKey: ['find-payments', find],
    queryFn: () => deskCall('POST /api/desk/payments/find', { body: { find } }),
  });
  return (
    <DeskPage title="Payments">
      <FindForm
        label="Name, confirmation number, total, last four digits, or trace number"
        find={find}
        to="/payments"
      />
      <Loaded query={query}>
        {({ payments, returned, schedules }) => (
          <>
            <Payments
              title={find === '' ? 'Needs a person' : 'Found'}
              caption="Payments found"
              none={find === '' ? 'Every payment has an outcome.' : 'No payment matches.'}
              columns={columns}
              payments={payments}
            />
            {find === '' && (
              <Payments
                title="Came back in the last 30 days"
                caption="Payments that came back"
                none="No bank sent a payment back."
                columns={returnedColumns}
                payments={returned}
              />
            )}
            {schedules.length > 0 && <Schedules schedules={schedules} />}
          </>
        )}
      </Loaded>
    </DeskPage>
  );
}

interface ListedPayments {
  readonly title: string;
  readonly caption: string;
  readonly none: string;
  readonly columns: typeof columns;
  readonly payments: Found['payments'];
}

function Payments({ title, caption, none, columns: shown, payments }: ListedPayments) {
  return (
    <Panel title={`${title} (${payments.length})`}>
      {payments.length === 0 ? (
        <Empty>{none}</Empty>
      ) : (
        <Table caption={caption} columns={shown} rows={payments} rowKey={({ paymentId }) => paymentId} />
      )}
    </Panel>
  );
}

const scheduleColumns: readonly Column<Found['schedules'][number]>[] = [
  {
    id: 'reference',
    header: 'Confirmation',
    cell: ({ customerId, recurringId, reference }) => (
      <Link to={`/schedules/${encodeURIComponent(customerId)}/${recurringId}`} data-row>
        {reference}
      </Link>
    ),
  },
  { id: 'state', header: 'State', cell: ({ state }) => <PaymentState state={state} /> },
  { id: 'account', header: 'Account', cell: ({ accountNumber }) => accountNumber },
  { id: 'customer', header: 'Customer', cell: ({ customerId }) => customerId },
];

function Schedules({ schedules }: Pick<Found, 'schedules'>) {
  return (
    <Panel title={`Recurring payments (${schedules.length})`}>
      <Table
        caption="Recurring payments found"
        columns={scheduleColumns}
        rows={schedules}
        rowKey={({ recurringId }) => recurringId}
      />
    </Panel>
  );
}
