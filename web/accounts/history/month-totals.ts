import { addCents, type Cents, subtractCents, ZERO } from '#common/core/money.ts';
import type { HistoryEntry } from '#common/accounts/history.wire.ts';

type Entry = Pick<HistoryEntry, 'effectiveOn' | 'totalCents'>;

/** `2026-11`, the month of an entry. */
export function monthOf({ effectiveOn: on }: Entry): string {
  return on.slice(0, 7);
}

/** Adds up what came in and what went out, both without a sign. */
export function monthTotals(entries: readonly Entry[]): { readonly inCents: Cents; readonly outCents: Cents } {
  const amounts = entries.map(({ totalCents }) => totalCents);
  return {
    inCents: addCents(ZERO, ...amounts.filter((amount) => amount > 0)),
    outCents: subtractCents(ZERO, ...amounts.filter((amount) => amount < 0)),
  };
}

/** More days than any account has existed; the most that may be asked for. */
export const ALL_DAYS = 36_500;

interface Loaded {
  /** Newest first. */
  readonly entries: readonly Entry[];
  readonly hasMore: boolean;
  readonly days: number;
}

/**
 * Returns the months with all of their entries loaded. The oldest one may go on beyond the page or the chosen days. The
 * browser's clock isn't asked, because it may be wrong.
 */
export function completeMonths({ entries, hasMore, days }: Loaded): ReadonlySet<string> {
  const months = new Set(entries.map(monthOf));
  const oldest = entries.at(-1);
  if (oldest && (hasMore || days < ALL_DAYS)) months.delete(monthOf(oldest));
  return months;
}
