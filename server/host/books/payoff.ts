import type { Day } from '#common/core/dates.ts';
import { addCents, type Cents } from '#common/core/money.ts';
import { type Accruing, interestDue, perDiem } from '#common/accounts/rules/interest.ts';
import { feesOf, type LoanState } from './loan-state.ts';
import type { PayoffQuote } from '#server/host/host.ts';

export function payoffOn(loan: Accruing & Pick<LoanState, 'lateChargesCents' | 'otherFeesCents'>, on: Day): Cents {
  return addCents(loan.principalCents, interestDue(loan, on), feesOf(loan));
}

/** Returns the payoff on a day; undefined when nothing is owed. */
export function quotePayoff(loan: LoanState, on: Day): PayoffQuote | undefined {
  const totalCents = payoffOn(loan, on);
  if (totalCents === 0) return undefined;
  return {
    on,
    principalCents: loan.principalCents,
    interestCents: interestDue(loan, on),
    lateChargesCents: loan.lateChargesCents,
    otherFeesCents: loan.otherFeesCents,
    totalCents,
    perDiemCents: perDiem(loan, on),
  };
}
