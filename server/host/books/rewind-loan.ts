import { type Day, dayInMonth } from '#common/core/dates.ts';
import { addCents, type Cents, subtractCents, ZERO } from '#common/core/money.ts';
import { installmentOn, rateOver } from '#common/accounts/rules/agreed-terms.ts';
import { dueDayAfter } from '#common/accounts/rules/billing-schedule.ts';
import { accrueThrough, interestDue, numeratorOf } from '#common/accounts/rules/interest.ts';
import { undoScheduleChange } from './change-schedule.ts';
import { undoTermsChange } from './change-terms.ts';
import { isFinal, unsatisfyInstallments } from './installments.ts';
import { type LoanState, feesOf } from './loan-state.ts';

export type TermsChanged = 'dueDays' | 'rate' | 'chargeOff' | 'chargeOffReversed';

/** The effect of a transfer on a loan. Signs as posted: lending is positive, paying negative. */
export interface LoanMove {
  /** The day its principal starts to count for interest; for a reversal, the day of the reversed payment. */
  readonly countsFrom: Day;
  readonly principalCents: Cents;
  /** Positive for a reversal. */
  readonly interestCents: Cents;
  readonly lateChargesCents: Cents;
  readonly otherFeesCents: Cents;
  /** The part of a payment that went to installments; for a reversal, the part taken back. */
  readonly countedCents: Cents;
  readonly isReversal: boolean;
  /** The change of terms, for an entry that moved no money. */
  readonly changes: TermsChanged | null;
}

/**
 * Returns the loan at the end of `on`, before the moves posted later. Exact, because moves are never deleted.
 * @param later all later moves, newest first
 */
export function rewindLoan(now: LoanState, later: readonly LoanMove[], on: Day): LoanState {
  let state = now;
  for (const [index, move] of later.entries()) {
    const interestBefore = (principalCents: Cents) => {
      const accrued = accruedOn(now, principalCents, later.slice(0, index + 1), move.countsFrom);
      return interestDue({ ...now, ...accrued, principalCents }, move.countsFrom);
    };
    state = undo(state, move, interestBefore);
  }
  return { ...state, ...billOf(state, on), ...accruedOn(now, state.principalCents, later, on) };
}

/**
 * Earlier bills of a line of credit that was paid off and drawn again are lost: it counts as paid up and is billed next
 * by its schedule.
 */
function billOf(state: LoanState, on: Day): Pick<LoanState, 'nextDueOn' | 'partialPaidCents'> {
  const { nextDueOn, partialPaidCents } = state;
  if (nextDueOn !== null) return { nextDueOn, partialPaidCents };
  const sameMonth = dayInMonth(on, 0, state.dueDay);
  return { nextDueOn: sameMonth > on ? sameMonth : dayInMonth(on, 1, state.dueDay), partialPaidCents: ZERO };
}

function undo(after: LoanState, move: LoanMove, interestBefore: (principalCents: Cents) => Cents): LoanState {
  if (move.changes === 'dueDays') return undoScheduleChange(after);
  if (move.changes === 'rate') return undoTermsChange(after);
  if (move.changes === 'chargeOff') return { ...undoTermsChange(after), chargedOffOn: null };
  // It counts from the day of the charge-off that it reversed.
  if (move.changes === 'chargeOffReversed') return { ...undoTermsChange(after), chargedOffOn: move.countsFrom };
  const before: LoanState = {
    ...after,
    principalCents: subtractCents(after.principalCents, move.principalCents),
    lateChargesCents: subtractCents(after.lateChargesCents, move.lateChargesCents),
    otherFeesCents: subtractCents(after.otherFeesCents, move.otherFeesCents),
  };
  if (move.isReversal) return { ...before, ...countAgain(before, move.countedCents) };
  if (move.countedCents > 0) return { ...before, ...unsatisfyInstallments(before, move.countedCents) };
  // The first draw on a line of credit that owed nothing also set its first bill.
  const isFirstDraw =
    before.kind === 'lineOfCredit' &&
    move.principalCents > 0 &&
    addCents(before.principalCents, feesOf(before)) === 0 &&
    interestBefore(before.principalCents) === 0;
  return isFirstDraw ? { ...before, nextDueOn: null, partialPaidCents: ZERO } : before;
}

/** Undoes the effect of a reversal on installments. */
function countAgain(loan: LoanState, countedCents: Cents): Pick<LoanState, 'nextDueOn' | 'partialPaidCents'> {
  let { nextDueOn } = loan;
  let partialPaidCents = addCents(loan.partialPaidCents, countedCents);
  while (nextDueOn !== null && partialPaidCents >= installmentOn(loan, nextDueOn) && !isFinal(loan, nextDueOn)) {
    partialPaidCents = subtractCents(partialPaidCents, installmentOn(loan, nextDueOn));
    nextDueOn = dueDayAfter(loan, nextDueOn);
  }
  return { nextDueOn, partialPaidCents };
}

/** Subtracts from today's exact figure the interest earned and paid by later moves, and the days since. */
function accruedOn(
  now: LoanState,
  principalCents: Cents,
  later: readonly LoanMove[],
  on: Day,
): Pick<LoanState, 'accruedThrough' | 'accruedNumerator'> {
  const today = accrueThrough(now, on);
  const sinceOn = BigInt(principalCents) * rateOver(now, on, today.accruedThrough);
  const ofMoves = later.reduce((sum, move) => {
    const rates = rateOver(now, move.countsFrom, today.accruedThrough);
    return sum + BigInt(move.principalCents) * rates + numeratorOf(move.interestCents);
  }, 0n);
  return { accruedThrough: on, accruedNumerator: today.accruedNumerator - sinceOn - ofMoves };
}
