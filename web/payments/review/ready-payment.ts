import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { AccountSummary } from '#common/accounts/rules/account.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { LoanInfo } from '#web/payments/payments-data.ts';
import type { PaymentFacts } from '../payment-facts.ts';
import type { FrequencyPlan } from '../frequency-plan.ts';
import type { PayingMethod } from '../method-plan.ts';
import type { PaymentPlan, Totals } from '../payment-plan.ts';

export interface ReadyPayment {
  readonly account: AccountSummary;
  readonly loan: LoanInfo;
  readonly paying: PayingMethod;
  readonly frequency: FrequencyPlan;
  /** The day of the payment, or of the first one. */
  readonly payOn: Day;
  readonly totals: Totals;
  readonly monthlyTotalCents: Cents | null;
}

/** Returns null while a step is open. */
export function findReadyPayment({ account, loan, plan, totals }: PaymentFacts): ReadyPayment | null {
  const ready = plan && findReadyPlan(plan, totals);
  if (!account || loan.state !== 'ready' || !ready) return null;
  const comparison = plan.amount?.comparison ?? null;
  const monthlyTotalCents =
    comparison && !ready.totals.paysTotalDue ? comparison.inAMonth(ready.totals.totalCents) : null;
  return { account, loan: loan.value, ...ready, monthlyTotalCents };
}

type ReadyPlan = Pick<ReadyPayment, 'paying' | 'frequency' | 'payOn' | 'totals'>;

/** Returns a plan with nothing left to decide, and all of it allowed. */
export function findReadyPlan({ method: { paying }, frequency }: PaymentPlan, totals: Totals | null): ReadyPlan | null {
  if (!paying || !totals || !frequency?.payOn || !frequency.isValid) return null;
  return { paying, frequency, payOn: frequency.payOn, totals };
}

/** A recurring bank draft shows the agreement instead of the confirm dialog, if the institution requires it (P 4). */
export function needsDraftAgreement({ paying, frequency }: ReadyPayment, settings: PaymentSettings): boolean {
  return settings.achDraftAgreement && paying.name.type === 'ACH' && frequency.timing === 'recurring';
}
