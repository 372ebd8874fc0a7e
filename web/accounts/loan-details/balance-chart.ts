import { type Day, daysBetween } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';

/** A balance from a day until the next point. */
export interface Point {
  readonly on: Day;
  readonly principalCents: Cents;
}

/** SVG paths in viewBox units. */
export interface BalanceLines {
  readonly past: string;
  readonly scheduled: string;
  readonly extra: string;
  readonly today: { readonly x: number; readonly y: number };
  readonly first: Day;
  readonly last: Day;
  readonly highestCents: Cents;
}

export const chartBox = { width: 600, height: 160 } as const;

/** Leaves room for the line width at the edges. */
const MARGIN = 6;

/** The length of the chart for a debt that is never paid off. */
const ENDLESS_DAYS = 3_650;

interface Balances {
  readonly past: readonly Point[];
  readonly scheduled: readonly Point[];
  readonly extra: readonly Point[] | null;
}

export function drawBalances({ past, scheduled, extra }: Balances, today: Day): BalanceLines {
  const ahead = [scheduled, extra ?? []].map((points) =>
    points.filter(({ on }) => daysBetween(today, on) <= ENDLESS_DAYS),
  );
  const all = [...past, ...ahead.flat()];
  const first = all.reduce((least, { on }) => (on < least ? on : least), today);
  const last = all.reduce((highest, { on }) => (on > highest ? on : highest), today);
  const highest = all.reduce<Point | undefined>(
    (highest, point) => (highest === undefined || point.principalCents > highest.principalCents ? point : highest),
    undefined,
  );
  const place = placeIn({ first, last, highestCents: highest?.principalCents ?? 0 });
  const [scheduledAhead = [], extraAhead = []] = ahead;
  const now = { on: today, principalCents: scheduled[0]?.principalCents ?? (0 as Cents) };
  const [x, y] = place(now);
  return {
    past: lineOf([...past, now], place),
    scheduled: lineOf(scheduledAhead, place),
    extra: lineOf(extraAhead, place),
    today: { x, y },
    first,
    last,
    highestCents: highest?.principalCents ?? (0 as Cents),
  };
}

function placeIn({ first, last, highestCents }: { first: Day; last: Day; highestCents: number }) {
  const days = Math.max(1, daysBetween(first, last));
  const highest = Math.max(1, highestCents);
  const width = chartBox.width - 2 * MARGIN;
  const height = chartBox.height - 2 * MARGIN;
  return ({ on, principalCents }: Point): readonly [number, number] => [
    Math.round((MARGIN + (width * daysBetween(first, on)) / days) * 10) / 10,
    Math.round((MARGIN + height * (1 - principalCents / highest)) * 10) / 10,
  ];
}

function lineOf(points: readonly Point[], place: (point: Point) => readonly [number, number]): string {
  return points.map((point) => place(point).join(',')).join(' ');
}

/** The balance at the end of a year; planned for the current and later years. */
export interface YearRow {
  readonly year: number;
  readonly scheduledCents: Cents;
  readonly extraCents: Cents | null;
}

/** One row for every year with a balance, including the year it ends. */
export function balanceByYear({ past, scheduled, extra }: Balances, today: Day): YearRow[] {
  const planned = [...past, ...scheduled.slice(1)];
  const withExtra = extra && [...past, ...extra.slice(1)];
  const years = planned.filter(({ on }) => daysBetween(today, on) <= ENDLESS_DAYS).map(({ on }) => yearOf(on));
  const first = Math.min(...years, yearOf(today));
  const last = Math.max(...years, yearOf(today));
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const year = first + index;
    return {
      year,
      scheduledCents: balanceAtEndOf(planned, year),
      extraCents: withExtra && year >= yearOf(today) ? balanceAtEndOf(withExtra, year) : null,
    };
  });
}

function balanceAtEndOf(points: readonly Point[], year: number): Cents {
  return points.findLast(({ on }) => yearOf(on) <= year)?.principalCents ?? (0 as Cents);
}

function yearOf(on: Day): number {
  return Number(on.slice(0, 4));
}
