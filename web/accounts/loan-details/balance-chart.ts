import { addDays, day, type Day, daysBetween, earlierDay, laterDay } from '#common/core/dates.ts';
import { type Cents, maxCents, ZERO } from '#common/core/money.ts';
import { chartBox } from '#web/ui/chart-scale.ts';

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
  readonly place: (point: Point) => readonly [x: number, y: number];
}

/** Leaves room for the line width at the edges. */
const MARGIN = 6;

/** The length of the chart for a debt that is never paid off. */
const ENDLESS_DAYS = 3_650;

export interface Balances {
  readonly past: readonly Point[];
  readonly scheduled: readonly Point[];
  readonly extra: readonly Point[] | null;
}

export function drawBalances({ past, scheduled, extra }: Balances, today: Day): BalanceLines {
  const ahead = [scheduled, extra ?? []].map((points) =>
    points.filter(({ on }) => daysBetween(today, on) <= ENDLESS_DAYS),
  );
  const all = [...past, ...ahead.flat()];
  const days = all.map(({ on }) => on);
  const first = days.reduce(earlierDay, today);
  const last = days.reduce(laterDay, today);
  const highestCents = maxCents(ZERO, ...all.map(({ principalCents }) => principalCents));
  const place = placeIn({ first, last, highestCents });
  const [scheduledAhead = [], extraAhead = []] = ahead;
  const now = { on: today, principalCents: scheduled[0]?.principalCents ?? ZERO };
  const [x, y] = place(now);
  return {
    past: lineOf([...past, now], place),
    scheduled: lineOf(scheduledAhead, place),
    extra: lineOf(extraAhead, place),
    today: { x, y },
    first,
    last,
    highestCents,
    place,
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
  return points.findLast(({ on }) => yearOf(on) <= year)?.principalCents ?? ZERO;
}

function yearOf(on: Day): number {
  return Number(on.slice(0, 4));
}

/** Returns the first days of at most six years inside the chart. */
export function yearTicks(first: Day, last: Day): Day[] {
  const years = Array.from(
    { length: Math.max(0, yearOf(last) - yearOf(first)) },
    (_, index) => yearOf(first) + 1 + index,
  );
  const every = Math.ceil(years.length / 6);
  return years.filter((_, index) => index % every === 0).map((year) => day(`${year}-01-01`));
}

/** The balances of a day; a past one has only what it was. */
export interface Reading {
  readonly on: Day;
  readonly cents: Cents;
  readonly extraCents: Cents | null;
}

/** Steps from one end of the chart to the other; about a month each for a loan of five years. */
export const READ_STEPS = 60;

/** Returns the step nearest to a share of the chart's width. */
export function stepAt(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * READ_STEPS);
}

/** Returns the balances at a share of the chart's width, from 0 to 1. */
export function readBalances(
  { past, scheduled, extra }: Balances,
  today: Day,
  first: Day,
  last: Day,
  share: number,
): Reading {
  const wanted = addDays(first, Math.round(share * daysBetween(first, last)));
  const on = laterDay(first, earlierDay(wanted, last));
  const at = (points: readonly Point[]) =>
    points.findLast((point) => point.on <= on)?.principalCents ?? points[0]?.principalCents ?? ZERO;
  if (on < today) return { on, cents: at(past), extraCents: null };
  return { on, cents: at(scheduled), extraCents: extra && at(extra) };
}
