/** A measured figure beside its bar. */
export interface Figure {
  readonly what: string;
  readonly measured: string;
  readonly bar: string;
  readonly met: boolean;
  /** What it was compared with, and how much of each. */
  readonly against: string;
}

/** A table in Markdown. */
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

/** The middle of the values; of an even number, the upper one of the two. */
export function median(values: readonly number[]): number {
  const middle = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  if (middle === undefined) throw new RangeError('There is no median of nothing');
  return middle;
}

/** What so many of a hundred values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const value = values.toSorted((a, b) => a - b)[Math.ceil((values.length * share) / 100) - 1];
  if (value === undefined) throw new RangeError('There is no percentile of nothing');
  return value;
}
