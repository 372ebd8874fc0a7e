import { describe, expect, it } from 'vitest';
import { findSorting, nextSorting, sortRows, writeSorting } from './table-sorting.ts';

describe('clicking a column header', () => {
  it.each([
    { name: 'sorts ascending at first', before: null, after: 'ascending' },
    { name: 'reverses an ascending column', before: 'ascending', after: 'descending' },
    { name: 'turns a descending column round', before: 'descending', after: 'ascending' },
  ] as const)('$name', ({ before, after }) => {
    const current = before === null ? null : { columnId: 'balance', direction: before };
    expect(nextSorting(current, 'balance')).toEqual({ columnId: 'balance', direction: after });
  });

  it('starts another column ascending', () => {
    const current = { columnId: 'balance', direction: 'ascending' } as const;
    expect(nextSorting(current, 'rate')).toEqual({ columnId: 'rate', direction: 'ascending' });
  });
});

describe('an order in an address', () => {
  it.each(['ascending', 'descending'] as const)('is read as it was written, %s', (direction) => {
    const sorting = { columnId: 'dueOn', direction };
    expect(findSorting(writeSorting(sorting))).toEqual(sorting);
  });

  it.each(['', 'dueOn', 'dueOn.', '.ascending', 'dueOn.sideways', '<b>.ascending'])('ignores "%s"', (text) => {
    expect(findSorting(text)).toBeNull();
  });
});

describe('sorted rows', () => {
  it('compare numbers by value, not by digits', () => {
    expect(sortRows([900, 10_000, 50], (row) => row, 'ascending')).toEqual([50, 900, 10_000]);
  });

  it('compare words without regard to case', () => {
    expect(sortRows(['boat', 'Auto', 'auto 2'], (row) => row, 'ascending')).toEqual(['Auto', 'auto 2', 'boat']);
  });

  it.each(['ascending', 'descending'] as const)('keep rows without a value last when %s', (direction) => {
    expect(sortRows([null, '2026-12-01', null, '2026-11-05'], (row) => row, direction).slice(2)).toEqual([null, null]);
  });

  it('keep the order of equal rows in both directions', () => {
    const rows = [
      { name: 'first', rate: 5 },
      { name: 'second', rate: 5 },
    ];
    for (const direction of ['ascending', 'descending'] as const) {
      expect(sortRows(rows, (row) => row.rate, direction)).toEqual(rows);
    }
  });
});
