export interface Figure {
  readonly what: string;
  readonly measured: string;
  readonly bar: string;
  readonly met: boolean;
  /** The comparison and its size. */
  readonly against: string;
}

export function formatFigures(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, measured, bar, met, against }) => [
    what,
    measured,
    bar,
    met ? 'yes' : '**no**',
    against,
  ]);
  return [['What', 'Measured', 'Bar', 'Met', 'Against'], ['---', '---', '---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** For an even number of values, returns the upper of the two middle ones. */
export function median(values: readonly number[]): number {
  const middle = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  if (middle === undefined) throw new RangeError('An empty list has no median');
  return middle;
}

/** Returns the value that `share` percent of the values don't exceed. */
export function percentile(values: readonly number[], share: number): number {
  const value = values.toSorted((a, b) => a - b)[Math.ceil((values.length * share) / 100) - 1];
  if (value === undefined) throw new RangeError('An empty list has no percentile');
  return value;
}
