import { type Day, dayInMonth, daysBetween } from '#common/core/dates.ts';
import { addCents, type Cents, subtractCents, ZERO } from '#common/core/money.ts';
import { dueDayAfter } from '#common/accounts/rules/billing-schedule.ts';
import { accrueThrough, interestDue, numeratorOf } from '#common/accounts/rules/interest.ts';
import { unsatisfyInstallments } from './installments.ts';
import { type LoanState, feesOf } from './loan-state.ts';

/** What a transfer did to a loan. Changes are as posted: money lent is positive, money paid negative. */
export interface LoanMove {
  /** From when its principal counts for interest: of a reversal, the day of the payment that it takes back. */
  readonly countsFrom: Day;
  readonly principalCents: Cents;
  /** Positive when it was taken back. */
  readonly interestCents: Cents;
  readonly lateChargesCents: Cents;
  readonly otherFeesCents: Cents;
  /** What of a payment counted towards installments; of a reversal, what no longer does. */
  readonly countedCents: Cents;
  readonly isReversal: boolean;
}

/**
 * The loan as it stood at the end of `on`, before the moves that were posted
 * later were made: exact, because every move is on the books for ever.
 * @param later newest first, and all there are
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
 * When a line of credit was paid off and drawn on again, the bills before that
 * are known no more: it is taken to have been paid up, and billed next by its rhythm.
 */
function billOf(state: LoanState, on: Day): Pick<LoanState, 'nextDueOn' | 'partialPaidCents'> {
  const { nextDueOn, partialPaidCents } = state;
  if (nextDueOn !== null) return { nextDueOn, partialPaidCents };
  const sameMonth = dayInMonth(on, 0, state.dueDay);
  return { nextDueOn: sameMonth > on ? sameMonth : dayInMonth(on, 1, state.dueDay), partialPaidCents: ZERO };
}

function undo(after: LoanState, move: LoanMove, interestBefore: (principalCents: Cents) => Cents): LoanState {
  const before: LoanState = {
    ...after,
    principalCents: subtractCents(after.principalCents, move.principalCents),
    lateChargesCents: subtractCents(after.lateChargesCents, move.lateChargesCents),
    otherFeesCents: subtractCents(after.otherFeesCents, move.otherFeesCents),
  };
  if (move.isReversal) return { ...before, ...countAgain(before, move.countedCents) };
  if (move.countedCents > 0) return { ...before, ...unsatisfyInstallments(before, move.countedCents) };
  // The first money drawn from a line of credit that owed nothing also set its first bill.
  const isFirstDraw =
    before.kind === 'lineOfCredit' &&
    move.principalCents > 0 &&
    addCents(before.principalCents, feesOf(before)) === 0 &&
    interestBefore(before.principalCents) === 0;
  return isFirstDraw ? { ...before, nextDueOn: null, partialPaidCents: ZERO } : before;
}

/** Undoes what a reversal did to the installments. */
function countAgain(loan: LoanState, countedCents: Cents): Pick<LoanState, 'nextDueOn' | 'partialPaidCents'> {
  let { nextDueOn } = loan;
  let partialPaidCents = addCents(loan.partialPaidCents, countedCents);
  while (nextDueOn !== null && partialPaidCents >= loan.installmentCents) {
    nextDueOn = dueDayAfter(loan, nextDueOn);
    partialPaidCents = subtractCents(partialPaidCents, loan.installmentCents);
  }
  return { nextDueOn, partialPaidCents };
}

/**
 * Interest is a sum over the days, so what the later moves earned and paid is
 * taken off the exact figure of today, and so are the days since.
 */
function accruedOn(
  now: LoanState,
  principalCents: Cents,
  later: readonly LoanMove[],
  on: Day,
): Pick<LoanState, 'accruedThrough' | 'accruedNumerator'> {
  const today = accrueThrough(now, on);
  const rate = BigInt(now.rate);
  const sinceOn = BigInt(principalCents) * rate * BigInt(daysBetween(on, today.accruedThrough));
  const ofMoves = later.reduce((sum, move) => {
    const days = BigInt(daysBetween(move.countsFrom, today.accruedThrough));
    return sum + BigInt(move.principalCents) * rate * days + numeratorOf(move.interestCents);
  }, 0n);
  return { accruedThrough: on, accruedNumerator: today.accruedNumerator - sinceOn - ofMoves };
}
