import { day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { figuresOf } from '#server/host/books/credit-accounts.ts';
import type { LoanOpening } from '#server/host/books/loan-opening.ts';
import type { LoanState } from '#server/host/books/loan-state.ts';
import type { PostedMove } from '#server/host/books/statements.queries.ts';
import { loanState, servicingRules } from './loan-states.ts';

export const setting = { timeZone: 'America/New_York', rules: servicingRules };
/** The month that is reported. */
const through = day('2026-10-31');

export function move(on: string, changes: Partial<PostedMove>): PostedMove {
  return {
    transferId: 1,
    effectiveOn: day(on),
    countsFrom: day(on),
    postedAt: Temporal.Instant.from(`${on}T16:00:00Z`),
    description: '',
    isOpening: false,
    principalCents: ZERO,
    interestCents: ZERO,
    lateChargesCents: ZERO,
    otherFeesCents: ZERO,
    overpaidCents: ZERO,
    countedCents: ZERO,
    isReversal: false,
    isReversed: false,
    changes: null,
    ...changes,
  };
}

export const payment = (on: string, changes: Partial<PostedMove> = {}) =>
  move(on, { principalCents: cents(-34_000), interestCents: cents(-6_000), countedCents: cents(40_000), ...changes });

export const lent = move('2026-06-20', { principalCents: cents(1_000_000) });

/**
 * A payment of an earlier day is posted, and one after it, of so much principal, applied again: in the five days between,
 * 10 cents less interest was earned. Newest first.
 */
export function again(on: string, principalCents: number, paid: Partial<PostedMove>): PostedMove[] {
  const counts = { countsFrom: day('2026-10-15'), effectiveOn: day('2026-10-15'), countedCents: cents(40_000) };
  return [
    move(on, { principalCents: cents(-principalCents), interestCents: cents(10), ...counts, ...paid }),
    move(on, { principalCents: cents(-10_000), countsFrom: day('2026-10-10'), effectiveOn: day('2026-10-10') }),
    move(on, { principalCents: cents(principalCents), ...counts, isReversal: true }),
  ];
}

export const report = (changes: Partial<LoanState>, moves: readonly PostedMove[], opening?: LoanOpening) =>
  figuresOf(loanState({ accruedThrough: day('2026-10-20'), ...changes }), moves, opening, through, setting);
