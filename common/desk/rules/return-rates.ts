import { addDays, type Day } from '#common/core/dates.ts';
import { limitOfReturn } from '#common/payments/rules/return-codes.ts';

/** Nacha looks at the preceding 60 days or two calendar months (Operating Rules, 2.17.2); these are the 60 days. */
export const RATE_DAYS = 60;

export const returnKinds = ['unauthorized', 'administrative', 'overall'] as const;

export type ReturnKind = (typeof returnKinds)[number];

export const returnKindWords: Readonly<Record<ReturnKind, string>> = {
  unauthorized: 'Unauthorized returns',
  administrative: 'Account data returns',
  overall: 'Returns of all kinds',
};

/** Over it, the bank must act. In tenths of a percent. */
const limits: Readonly<Record<ReturnKind, number>> = { unauthorized: 5, administrative: 30, overall: 150 };

/** Four fifths of the limit: time to look at the cause. */
const NEAR = { of: 4, in: 5 };

/** Returned drafts by kind; an unauthorized one also counts in `overall`. */
export type ReturnCounts = Readonly<Record<ReturnKind, number>>;

/** The sixty days that end on a day. */
export interface RateDay extends ReturnCounts {
  readonly on: Day;
  /** Drafts in the bank files of these days. */
  readonly drafts: number;
}

export interface ReturnRate {
  readonly kind: ReturnKind;
  readonly count: number;
  readonly drafts: number;
  /** Null without drafts, since there is no rate then. */
  readonly percent: string | null;
  readonly limitPercent: string;
  readonly state: 'below' | 'near' | 'above' | 'noDrafts';
}

/** The three rates of the sixty days that end on a day. */
export function evaluateReturns(of: Omit<RateDay, 'on'>): ReturnRate[] {
  return returnKinds.map((kind) => evaluateReturn(kind, of));
}

export function evaluateReturn(kind: ReturnKind, { drafts, [kind]: count }: Omit<RateDay, 'on'>): ReturnRate {
  const tenths = limits[kind];
  return {
    kind,
    count,
    drafts,
    percent: percentOf(count, drafts),
    limitPercent: `${tenths / 10}`,
    state: stateOf(count, drafts, tenths),
  };
}

function stateOf(count: number, drafts: number, tenths: number): ReturnRate['state'] {
  if (drafts === 0) return 'noDrafts';
  const limit = tenths * drafts;
  if (count * 1_000 > limit) return 'above';
  return count * 1_000 * NEAR.in > limit * NEAR.of ? 'near' : 'below';
}

/** With two decimals, cut and not rounded: a rate above its limit never reads like the limit. */
function percentOf(count: number, drafts: number): string | null {
  if (drafts === 0) return null;
  const hundredths = (BigInt(count) * 10_000n) / BigInt(drafts);
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}

/** How many drafts left on a day. */
interface DraftsOfDay {
  readonly on: Day;
  readonly count: number;
}

/** How many drafts came back on a day, by code. */
interface ReturnsOfDay extends DraftsOfDay {
  readonly code: string;
}

/**
 * The sixty days up to each day of a span.
 * @param drafts @param returns also those of the sixty days before the span's first
 */
export function rateDays(
  { from, through }: { readonly from: Day; readonly through: Day },
  drafts: readonly DraftsOfDay[],
  returns: readonly ReturnsOfDay[],
): RateDay[] {
  const draftsByDay = sumByDay(drafts);
  const returnsByDay = {
    unauthorized: sumByDay(returns.filter(({ code }) => limitOfReturn(code) === 'unauthorized')),
    administrative: sumByDay(returns.filter(({ code }) => limitOfReturn(code) === 'administrative')),
    overall: sumByDay(returns),
  };
  const sums = { drafts: 0, unauthorized: 0, administrative: 0, overall: 0 };
  const days: RateDay[] = [];
  for (let on = addDays(from, 1 - RATE_DAYS); on <= through; on = addDays(on, 1)) {
    const left = addDays(on, -RATE_DAYS);
    sums.drafts += (draftsByDay.get(on) ?? 0) - (draftsByDay.get(left) ?? 0);
    for (const kind of returnKinds) {
      sums[kind] += (returnsByDay[kind].get(on) ?? 0) - (returnsByDay[kind].get(left) ?? 0);
    }
    if (on >= from) days.push({ on, ...sums });
  }
  return days;
}

function sumByDay(counts: readonly DraftsOfDay[]): Map<Day, number> {
  const sums = new Map<Day, number>();
  for (const { on, count } of counts) sums.set(on, (sums.get(on) ?? 0) + count);
  return sums;
}
