import { countOf } from '#common/core/counts.ts';
import { cents, formatCents } from '#common/core/money.ts';
import { type Column, Table } from '#web/ui/Table.tsx';
import type { DeskAnswer } from '#web/desk/data/desk-client.ts';
import { Empty, Panel } from '#web/desk/kit/DeskPage.tsx';
import { wordOf } from '#web/desk/payments/PaymentState.tsx';
import { ExportButton, type Span } from './ExportButton.tsx';
import { FigureChart } from './FigureChart.tsx';
import styles from './ReportsPage.module.css';

type Payments = DeskAnswer<'GET /api/desk/reports'>['payments'];

const methods = [
  { method: 'Card', title: 'Payments by card' },
  { method: 'ACH', title: 'Payments by bank account' },
] as const;

/** Payments made or set up in these days, by the state they have now. */
export function PaymentsPanel({ payments, span }: { readonly payments: Payments; readonly span: Span }) {
  return (
    <Panel
      title="Payments by method and state"
      aside={<ExportButton report="payments" of="the payments" span={span} />}
    >
      {payments.length === 0 ? (
        <Empty>No payments in these days.</Empty>
      ) : (
        <div className={styles.charts}>
          {methods.map(({ method, title }) => (
            <StateBars key={method} title={title} payments={payments.filter((each) => each.method === method)} />
          ))}
        </div>
      )}
    </Panel>
  );
}

function StateBars({ title, payments }: { readonly title: string; readonly payments: Payments }) {
  const count = payments.reduce((sum, each) => sum + each.count, 0);
  return (
    <FigureChart
      title={title}
      lead={String(count)}
      figures={payments.map((each) => ({
        name: wordOf(each.state),
        values: [each.count],
        words: `${countOf(each.count, 'payment')}, ${formatCents(cents(each.totalCents))}`,
      }))}
      scaleWords={String}
      namesAll
      none="None in these days."
    >
      <Table caption={title} columns={columns} rows={payments} rowKey={({ state }) => state} />
    </FigureChart>
  );
}

const columns: readonly Column<Payments[number]>[] = [
  { id: 'state', header: 'State', cell: ({ state }) => wordOf(state) },
  { id: 'count', header: 'Payments', numeric: true, cell: ({ count }) => String(count) },
  { id: 'total', header: 'Total', numeric: true, cell: ({ totalCents }) => formatCents(cents(totalCents)) },
];
