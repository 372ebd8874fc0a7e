import { day, type Day } from '../core/dates.ts';
import { type Cents, toWireAmount } from '../core/money.ts';
import { rateToPercent } from '../core/rates.ts';
import type { RepaymentPlan } from './rules/project-repayment.ts';
import type { LoanStoryAnswer } from './account-details.api.ts';
import { dollarsToCents, percentToRate } from '#common/contract/wire-values.ts';

/** How a loan was repaid, and the inputs of its projection. */
export interface LoanStory {
  readonly today: Day;
  readonly balances: readonly { readonly on: Day; readonly principalCents: Cents }[];
  /** Null if payments before the import aren't known. */
  readonly paid: { readonly principalCents: Cents; readonly interestCents: Cents; readonly feesCents: Cents } | null;
  readonly plan: RepaymentPlan;
}

export function loanStoryToWire({ today, balances, paid, plan }: LoanStory): LoanStoryAnswer {
  return {
    HasNoErrors: true,
    Errors: [],
    Today: today,
    Balances: balances.map((point) => ({ Date: point.on, Balance: toWireAmount(point.principalCents) })),
    Paid: paid && {
      Principal: toWireAmount(paid.principalCents),
      Interest: toWireAmount(paid.interestCents),
      Fees: toWireAmount(paid.feesCents),
    },
    Plan: {
      Balance: toWireAmount(plan.principalCents),
      Rate: rateToPercent(plan.rate),
      AccruedThrough: plan.accruedThrough,
      AccruedNumerator: String(plan.accruedNumerator),
      NextDueDate: plan.nextDueOn,
      Installment: toWireAmount(plan.installmentCents),
      PartialPaid: toWireAmount(plan.partialPaidCents),
      BillingFrequency: plan.billingFrequency,
      DueDay: plan.dueDay,
      MaturityDate: plan.maturityOn,
      FormerTerms: (plan.formerTerms ?? []).map(({ rate, until, installmentCents, firstOn }) => ({
        Rate: rateToPercent(rate),
        Until: until,
        Installment: toWireAmount(installmentCents),
        FirstDate: firstOn,
      })),
    },
  };
}

/** @throws RangeError, SyntaxError if the answer is malformed */
export function loanStoryFromWire({ Today, Balances, Paid, Plan }: LoanStoryAnswer): LoanStory {
  return {
    today: day(Today),
    balances: Balances.map((point) => ({ on: day(point.Date), principalCents: dollarsToCents(point.Balance) })),
    paid: Paid && {
      principalCents: dollarsToCents(Paid.Principal),
      interestCents: dollarsToCents(Paid.Interest),
      feesCents: dollarsToCents(Paid.Fees),
    },
    plan: {
      principalCents: dollarsToCents(Plan.Balance),
      rate: percentToRate(Plan.Rate),
      accruedThrough: day(Plan.AccruedThrough),
      accruedNumerator: BigInt(Plan.AccruedNumerator),
      nextDueOn: Plan.NextDueDate === null ? null : day(Plan.NextDueDate),
      installmentCents: dollarsToCents(Plan.Installment),
      partialPaidCents: dollarsToCents(Plan.PartialPaid),
      billingFrequency: Plan.BillingFrequency,
      dueDay: Plan.DueDay,
      maturityOn: Plan.MaturityDate === null ? null : day(Plan.MaturityDate),
      formerTerms: Plan.FormerTerms.map(({ Rate, Until, Installment, FirstDate }) => ({
        rate: percentToRate(Rate),
        until: day(Until),
        installmentCents: dollarsToCents(Installment),
        firstOn: day(FirstDate),
      })),
    },
  };
}
