import type { Cents } from '#common/core/money.ts';
import { useLabel } from '#web/institution/settings.ts';
import { Money } from '#web/kit/Money.tsx';
import { type Column, Table } from '#web/ui/Table.tsx';
import type { YearRow } from './balance-chart.ts';

interface YearTableProps {
  readonly rows: readonly YearRow[];
  readonly withExtra: boolean;
}

/** The figures of the chart. */
export function YearTable({ rows, withExtra }: YearTableProps) {
  const caption = useLabel('balance.tableCaption');
  const year = useLabel('balance.year');
  const planned = useLabel('balance.scheduledColumn');
  const extra = useLabel('balance.extraColumn');
  const columns: Column<YearRow>[] = [
    { id: 'year', header: year.label, headerHidden: year.labelHidden, cell: (row) => row.year },
    balanceColumn('scheduled', planned, (row) => row.scheduledCents),
    ...(withExtra ? [balanceColumn('extra', extra, (row) => row.extraCents)] : []),
  ];
  return <Table caption={caption.label} rows={rows} rowKey={(row) => String(row.year)} columns={columns} />;
}

function balanceColumn(
  id: string,
  { label, labelHidden }: ReturnType<typeof useLabel>,
  balanceOf: (row: YearRow) => Cents | null,
): Column<YearRow> {
  return {
    id,
    header: label,
    headerHidden: labelHidden,
    numeric: true,
    cell(row) {
      const balance = balanceOf(row);
      return balance !== null && <Money cents={balance} />;
    },
  };
}
