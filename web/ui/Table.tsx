import { memo, type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './Table.module.css';
import { nextSorting, type Sorting, sortRows, type SortValue } from './table-sorting.ts';
import { Tooltip } from './Tooltip.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly headerHidden?: boolean | undefined;
  readonly tooltip?: string | null | undefined;
  readonly cell: (row: Row) => ReactNode;
  readonly sortBy?: ((row: Row) => SortValue) | undefined;
  /** Makes the header a sort button, with sorting done by the owner. */
  readonly sortable?: boolean | undefined;
  /** Right-aligned, for figures. */
  readonly numeric?: boolean | undefined;
  readonly strong?: boolean | undefined;
  /** Never wraps, for account numbers and days. */
  readonly nowrap?: boolean | undefined;
  /** Shown below this one, in the same cell. */
  readonly under?: Column<Row> | undefined;
}

export type RowTone = 'warn' | 'closed';

/** Rows that belong together, such as those of a month. */
export interface RowGroups<Row> {
  readonly keyOf: (row: Row) => string;
  readonly heading: (rows: readonly Row[]) => ReactNode;
}

export interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly rowTone?: ((row: Row) => RowTone | undefined) | undefined;
  /** Makes the whole row clickable; keyboard users use the link in a cell. */
  readonly onRowClick?: ((row: Row) => void) | undefined;
  /** Renders a row as a card on phones; without it, the table stays a table. */
  readonly renderCard?: ((row: Row) => ReactNode) | undefined;
  readonly initialSorting?: Sorting | undefined;
  /** Puts a heading above each run of rows with the same key; the rows must be in that order. */
  readonly groups?: RowGroups<Row> | undefined;
  /** Set if the owner sorts, because not all rows are loaded. */
  readonly sortedByOwner?:
    | { readonly sorting: Sorting | null; readonly onSort: (sorting: Sorting) => void }
    | undefined;
}

/** Column counts: a wide table needs more width before it stops being cards, a small one less. */
const SMALL_UP_TO = 5;
const WIDE_ABOVE = 7;

function sizeOf(columns: number): 'small' | 'usual' | 'wide' {
  if (columns > WIDE_ABOVE) return 'wide';
  return columns <= SMALL_UP_TO ? 'small' : 'usual';
}

/** A table with sortable headers whose rows become cards on phones. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, rowTone, onRowClick, renderCard, initialSorting, sortedByOwner, groups } =
    props;
  const [ownSorting, setOwnSorting] = useState<Sorting | null>(initialSorting ?? null);
  const { sorting, onSort } = sortedByOwner ?? { sorting: ownSorting, onSort: setOwnSorting };
  const sortBy = columns
    .flatMap((column) => [column, ...(column.under ? [column.under] : [])])
    .find((column) => column.id === sorting?.columnId)?.sortBy;
  const shown = sorting && sortBy ? sortRows(rows, sortBy, sorting.direction) : rows;
  const runs = groups ? runsOf(shown, groups.keyOf) : [shown];

  return (
    <div className={styles.frame} data-size={sizeOf(columns.length)}>
      {renderCard && (
        <ul className={styles.cards} aria-label={caption}>
          {runs.flatMap((run) =>
            run.map((row, index) => (
              <li key={rowKey(row)} data-tone={rowTone?.(row)}>
                {groups && index === 0 && <div className={styles.group}>{groups.heading(run)}</div>}
                <CardBody row={row} render={renderCard} />
              </li>
            )),
          )}
        </ul>
      )}
      <table className={styles.table}>
        <caption className={styles.caption}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sorting={sorting} onSort={onSort} />
            ))}
          </tr>
        </thead>
        {runs.map((run) => (
          <tbody key={groups && run[0] ? groups.keyOf(run[0]) : caption}>
            {groups && run.length > 0 && (
              <tr>
                <th scope="rowgroup" colSpan={columns.length} className={styles.group}>
                  {groups.heading(run)}
                </th>
              </tr>
            )}
            {run.map((row) => (
              <TableRow key={rowKey(row)} row={row} columns={columns} tone={rowTone?.(row)} onClick={onRowClick} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

interface TableRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly tone: RowTone | undefined;
  readonly onClick: ((row: Row) => void) | undefined;
}

/** Rendered again only with another row, other columns or another action, so an owner of a long list keeps them. */
const TableRow = memo(function TableRow<Row>({ row, columns, tone, onClick }: TableRowProps<Row>) {
  return (
    <tr
      className={styles.row}
      data-tone={tone}
      data-clickable={onClick !== undefined}
      onClick={onClick && ((event) => isControl(event.target) || onClick(row))}
    >
      {columns.map((column) => (
        <td key={column.id} className={cellClass(column)}>
          {column.cell(row)}
          {column.under && <div className={styles.under}>{column.under.cell(row)}</div>}
        </td>
      ))}
    </tr>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

interface CardBodyProps<Row> {
  readonly row: Row;
  readonly render: (row: Row) => ReactNode;
}

/** Like a row, for phones. */
const CardBody = memo(function CardBody<Row>({ row, render }: CardBodyProps<Row>) {
  return render(row);
}) as <Row>(props: CardBodyProps<Row>) => ReactNode;

/** Splits rows where their key changes. */
function runsOf<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[][] {
  const runs: Row[][] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    if (run?.[0] !== undefined && keyOf(run[0]) === keyOf(row)) run.push(row);
    else runs.push([row]);
  }
  return runs;
}

/** A link or button in a row handles its own click. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button') !== null;
}

/** With a non-breaking space, so they stay next to the last word. */
const arrows = { ascending: '\u00a0↑', descending: '\u00a0↓' };

interface HeaderCellProps<Row> {
  readonly column: Column<Row>;
  readonly sorting: Sorting | null;
  readonly onSort: (sorting: Sorting) => void;
}

function HeaderCell<Row>({ column, sorting, onSort }: HeaderCellProps<Row>) {
  const stacked = column.under ? [column, column.under] : [column];
  return (
    <th
      scope="col"
      aria-sort={stacked.some(({ id }) => id === sorting?.columnId) ? sorting?.direction : undefined}
      className={classNames(column.numeric === true && styles.numeric, column.tooltip && styles.nowrap)}
    >
      {stacked.map((one) => (
        <HeaderName key={one.id} column={one} sorting={sorting} onSort={onSort} />
      ))}
      {column.tooltip ? <Tooltip text={column.tooltip} /> : null}
    </th>
  );
}

function HeaderName<Row>({ column, sorting, onSort }: HeaderCellProps<Row>) {
  const direction = sorting?.columnId === column.id ? sorting.direction : undefined;
  const name = column.headerHidden === true ? <VisuallyHidden>{column.header}</VisuallyHidden> : column.header;
  if (!column.sortBy && column.sortable !== true) return name;
  return (
    <button
      type="button"
      className={classNames(styles.sort, column.under && styles.over)}
      onClick={() => onSort(nextSorting(sorting, column.id))}
    >
      {name}
      {direction && <span aria-hidden="true">{arrows[direction]}</span>}
    </button>
  );
}

function cellClass<Row>(column: Column<Row>): string {
  return classNames(
    column.numeric === true && styles.numeric,
    column.strong === true && styles.strong,
    column.nowrap === true && styles.nowrap,
  );
}
