import type { ProjectedOutcome } from '#common/payments/payment-preview.api.ts';
import { toWireAmount } from '#common/core/money.ts';
import type { Outcome } from './promise.ts';

export function outcomeToWire(outcome: Outcome): ProjectedOutcome {
  return {
    FeesPaid: toWireAmount(outcome.feesCents),
    InterestPaid: toWireAmount(outcome.interestCents),
    PrincipalPaid: toWireAmount(outcome.principalCents),
    BalanceAfter: toWireAmount(outcome.balanceAfterCents),
    NextDueDateAfter: outcome.nextDueOn,
    PaysOff: outcome.paysOff,
  };
}
