import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { AccountSummary } from '#common/accounts/rules/account.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { LoanInfo } from '#web/payments/payments-data.ts';
import type { PaymentFacts } from '../payment-facts.ts';
import type { FrequencyPlan } from '../frequency-plan.ts';
import type { PayingMethod } from '../method-plan.ts';
import type { Totals } from '../payment-plan.ts';

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
  const paying = plan?.method.paying;
  const frequency = plan?.frequency;
  if (!account || loan.state !== 'ready' || !paying || !totals || !frequency?.payOn || !frequency.isValid) return null;
  const comparison = plan.amount?.comparison ?? null;
  const monthlyTotalCents = comparison && !totals.paysTotalDue ? comparison.inAMonth(totals.totalCents) : null;
  return { account, loan: loan.value, paying, frequency, payOn: frequency.payOn, totals, monthlyTotalCents };
}

/** A recurring bank draft shows the agreement instead of the confirm dialog, if the institution requires it (P 4). */
export function needsDraftAgreement({ paying, frequency }: ReadyPayment, settings: PaymentSettings): boolean {
  return settings.achDraftAgreement && paying.name.type === 'ACH' && frequency.timing === 'recurring';
}
