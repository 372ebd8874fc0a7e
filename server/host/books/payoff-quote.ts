import type { Day } from '#common/core/dates.ts';
import type { PayoffQuote } from '#server/host/host.ts';
import { interestDue, perDiem } from '#common/accounts/rules/interest.ts';
import { payoffOn } from './payoff.ts';
import type { LoanState } from './loan-state.ts';

/** What ends the loan on a day; nothing when nothing is owed. */
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
    perDiemCents: perDiem(loan),
  };
}
