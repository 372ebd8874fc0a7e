import type { Day } from '#common/core/dates.ts';
import { addCents, type Cents } from '#common/core/money.ts';

/** Figures of a loan from before it was on our books. Null means unknown, not zero. */
export interface LoanOpening {
  readonly beganOn: Day;
  /** The day through which the figures below count; not `beganOn` where a core's files replace them. */
  readonly figuresOn: Day;
  readonly comesFromFiles: boolean;
  readonly interestThisYearCents: Cents | null;
  readonly interestLastYearCents: Cents | null;
  readonly feesThisYearCents: Cents | null;
  readonly paid: { readonly principalCents: Cents; readonly interestCents: Cents; readonly feesCents: Cents } | null;
  readonly lastPayment: { readonly paidOn: Day; readonly amountCents: Cents } | null;
}

/** The figures of the conversion year; `complete` if the books began before that year. */
type BeforeBooks = { readonly kind: 'complete' } | { readonly kind: 'unknown' } | Known;

interface Known {
  readonly kind: 'known';
  readonly through: Day;
  readonly cents: Cents;
}

function beforeBooks(opening: LoanOpening | undefined, year: number): BeforeBooks {
  if (!opening) return { kind: 'complete' };
  const began = Number(opening.figuresOn.slice(0, 4));
  if (year > began) return { kind: 'complete' };
  const cents =
    year === began ? opening.interestThisYearCents : year === began - 1 ? opening.interestLastYearCents : null;
  return cents === null ? { kind: 'unknown' } : { kind: 'known', through: opening.figuresOn, cents };
}

/** Returns a year's interest paid; null if the books don't cover it. */
export function interestOfYear(opening: LoanOpening | undefined, year: number, onBooks: Cents): Cents | null {
  return withOpening(beforeBooks(opening, year), onBooks);
}

/** Returns a year's fees charged; null if the books don't cover them. */
export function feesOfYear(opening: LoanOpening | undefined, year: number, onBooks: Cents): Cents | null {
  const before = opening && {
    ...opening,
    interestThisYearCents: opening.feesThisYearCents,
    interestLastYearCents: null,
  };
  return withOpening(beforeBooks(before, year), onBooks);
}

function withOpening(before: BeforeBooks, onBooks: Cents): Cents | null {
  if (before.kind === 'unknown') return null;
  return before.kind === 'known' ? addCents(before.cents, onBooks) : onBooks;
}

export function paidBeforeBooks(
  opening: LoanOpening | undefined,
  year: number,
): { readonly until: Day; readonly interestCents: Cents } | null {
  const before = beforeBooks(opening, year);
  return before.kind === 'known' ? { until: before.through, interestCents: before.cents } : null;
}
