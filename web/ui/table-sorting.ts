/** A cell's sort value; `null` (nothing to show) comes last in either direction. */
export type SortValue = string | number | null;

export interface Sorting {
  readonly columnId: string;
  readonly direction: 'ascending' | 'descending';
}

/** Sorts another column ascending, and reverses the current one (M 2). */
export function nextSorting(current: Sorting | null, columnId: string): Sorting {
  const turns = current?.columnId === columnId && current.direction === 'ascending';
  return { columnId, direction: turns ? 'descending' : 'ascending' };
}

/** `balance.descending`. */
export function writeSorting({ columnId, direction }: Sorting): string {
  return `${columnId}.${direction}`;
}

/** Returns null for any other text. */
export function findSorting(text: string): Sorting | null {
  const [, columnId, direction] = /^(\w+)\.(ascending|descending)$/.exec(text) ?? [];
  return columnId === undefined ? null : { columnId, direction: direction as Sorting['direction'] };
}

/** Returns a sorted copy; equal rows keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => SortValue,
  direction: Sorting['direction'],
): Row[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [left, right] = [valueOf(a), valueOf(b)];
    if (left === null || right === null) return (left === null ? 1 : 0) - (right === null ? 1 : 0);
    return sign * compare(left, right);
  });
}

function compare(left: string | number, right: string | number): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return String(left).localeCompare(String(right), 'en-US', { numeric: true, sensitivity: 'base' });
}
