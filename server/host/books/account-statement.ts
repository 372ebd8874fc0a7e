import { addDays, type Day } from '#common/core/dates.ts';
import { addCents, cents, type Cents, maxCents, subtractCents, ZERO } from '#common/core/money.ts';
import { dueDayAfter } from '#common/accounts/rules/billing-schedule.ts';
import { interestDue } from '#common/accounts/rules/interest.ts';
import type {
  AccountEntry,
  AccountStanding,
  AccountStatement,
  AmountsDue,
  StatementPeriod,
} from '#server/host/host-statements.ts';
import { amountDue, dueOn } from './installments.ts';
import { payoffOn } from './payoff.ts';
import { feesOfYear, interestOfYear, type LoanOpening } from './loan-opening.ts';
import { feesOf, type LoanState } from './loan-state.ts';
import { rewindLoan } from './rewind-loan.ts';
import type { PostedMove } from './statements.queries.ts';

type StatementFigures = Pick<
  AccountStatement,
  'opening' | 'closing' | 'entries' | 'interestEarnedCents' | 'due' | 'chargedOffOn' | 'yearToDate'
>;

/**
 * Computes the figures of a finished period.
 * @param moves of the loan since January 1 of the period's year, newest first
 * @param opening for a loan converted from another system: the balances it started with
 */
export function figuresOfPeriod(
  now: LoanState,
  moves: readonly PostedMove[],
  period: StatementPeriod,
  opening?: LoanOpening,
): StatementFigures {
  const isAfter = (move: PostedMove) => Temporal.Instant.compare(move.postedAt, period.endsAt) >= 0;
  const isBefore = (move: PostedMove) => move.isOpening || Temporal.Instant.compare(move.postedAt, period.startsAt) < 0;
  const later = moves.filter(isAfter);
  const inPeriod = moves.filter((move) => !isAfter(move) && !isBefore(move)).toReversed();
  const ofYear = moves.filter((move) => !isAfter(move) && !move.isOpening);
  const year = Number(period.from.slice(0, 4));
  const closed = rewindLoan(now, later, period.through);
  const opened = rewindLoan(now, [...later, ...inPeriod.toReversed()], addDays(period.from, -1));
  const standing = standingOf(opened, addDays(period.from, -1));
  const closing = standingOf(closed, period.through);
  const interestPaidCents = paidInterest(inPeriod);
  return {
    opening: standing,
    closing,
    entries: entriesOf(inPeriod, standing.principalCents),
    interestEarnedCents: addCents(subtractCents(closing.interestCents, standing.interestCents), interestPaidCents),
    due: amountsDue(closed, period.through),
    ...(closed.chargedOffOn !== null && payoffOn(closed, period.through) > 0 && { chargedOffOn: closed.chargedOffOn }),
    yearToDate: {
      interestPaidCents: interestOfYear(opening, year, paidInterest(ofYear)),
      feesChargedCents: feesOfYear(opening, year, chargedFees(ofYear)),
    },
  };
}

function standingOf(loan: LoanState, on: Day): AccountStanding {
  return { principalCents: loan.principalCents, interestCents: interestDue(loan, on), feesCents: feesOf(loan) };
}

/** Uses the signs of the history: positive lowers the debt. */
function entriesOf(moves: readonly PostedMove[], openingPrincipal: Cents): AccountEntry[] {
  let runningPrincipalCents = openingPrincipal;
  return moves.map((move) => {
    runningPrincipalCents = addCents(runningPrincipalCents, move.principalCents);
    const principalCents = subtractCents(ZERO, move.principalCents);
    const interestCents = subtractCents(ZERO, move.interestCents);
    const otherCents = subtractCents(ZERO, move.lateChargesCents, move.otherFeesCents, move.overpaidCents);
    return {
      entryId: String(move.transferId),
      effectiveOn: move.effectiveOn,
      postedAt: move.postedAt,
      description: move.description,
      principalCents,
      interestCents,
      otherCents,
      totalCents: addCents(principalCents, interestCents, otherCents),
      runningPrincipalCents,
    };
  });
}

function amountsDue(loan: LoanState, on: Day): AmountsDue | null {
  const oldest = dueOn(loan);
  if (oldest === null) return null;
  let billedOn = oldest;
  while (billedOn <= on) billedOn = dueDayAfter(loan, billedOn);
  const feesCents = feesOf(loan);
  const totalCents = amountDue(loan, billedOn);
  const pastDueCents = oldest <= on ? subtractCents(amountDue(loan, on), feesCents) : ZERO;
  return {
    dueOn: billedOn,
    pastDueCents,
    installmentCents: cents(totalCents - feesCents - pastDueCents),
    feesCents,
    totalCents,
  };
}

function paidInterest(moves: readonly PostedMove[]): Cents {
  return subtractCents(ZERO, ...moves.map((move) => move.interestCents));
}

function chargedFees(moves: readonly PostedMove[]): Cents {
  // Charges, and charges taken back; not payments of fees, nor their reversals.
  const charged = moves.filter((move) => move.lateChargesCents + move.otherFeesCents > 0 !== move.isReversal);
  // Never below zero, for a charge of last year that is taken back.
  return maxCents(ZERO, addCents(...charged.flatMap((move) => [move.lateChargesCents, move.otherFeesCents])));
}
