import type { Day } from '#common/core/dates.ts';
import { addCents, type Cents } from '#common/core/money.ts';
import { type Accruing, interestDue } from '#common/accounts/rules/interest.ts';
import { feesOf, type LoanState } from './loan-state.ts';

/** Principal, interest to the day, late charges and other fees. */
export function payoffOn(loan: Accruing & Pick<LoanState, 'lateChargesCents' | 'otherFeesCents'>, on: Day): Cents {
  return addCents(loan.principalCents, interestDue(loan, on), feesOf(loan));
}
