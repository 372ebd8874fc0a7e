import { type Cents, maxCents, subtractCents, ZERO } from '#common/core/money.ts';
import { type AllocationOrder, allocatePayment } from '#common/payments/rules/allocation.ts';
import {
  availablePayments,
  ordinaryCircumstances,
  type PaymentAvailability,
} from '#common/payments/rules/availability.ts';
import type { Availability } from '#common/payments/rules/availability-answer.ts';
import { firstPartyFee, type PaymentFees, paymentTotal } from '#common/payments/rules/fees.ts';
import type { PayNowBlock } from '#common/payments/rules/payment-days.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { Allocation, PaymentTerms, SavedMethod } from '#common/payments/rules/payment-types.ts';
import { intendedMethod } from '#common/payments/rules/submitted-method.ts';
import { type AmountPlan, amountsOf, planAmount } from './amount-plan.ts';
import { type FrequencyPlan, type PayoffQuote, planFrequency, proposeFrequency } from './frequency-plan.ts';
import type { FeeRequest } from './payments-data.ts';
import { type MethodPlan, methodUseOf, planMethod } from './method-plan.ts';
import type { ProposedPayment } from './proposed-payment.ts';
import type { PaymentValues } from './payment-values.ts';

/** The result of entries and loaded data, before the processor's fee is known. */
export interface PaymentPlan {
  readonly available: PaymentAvailability;
  readonly method: MethodPlan;
  /** Whether the chosen type can be drawn today. */
  readonly payNow: Availability<PayNowBlock> | null;
  /** Null until a type is chosen; same for the amount. */
  readonly frequency: FrequencyPlan | null;
  readonly amount: AmountPlan | null;
}

export interface Totals {
  readonly amountCents: Cents;
  readonly additionalPrincipalCents: Cents;
  readonly fees: PaymentFees;
  readonly totalCents: Cents;
  /** The amounts are determined on each payment day. */
  readonly paysTotalDue: boolean;
}

/** The flow's loaded data. */
export interface PlanFacts {
  readonly terms: PaymentTerms;
  readonly savedMethods: readonly SavedMethod[];
  readonly settings: PaymentSettings;
  readonly quote: PayoffQuote;
  /** Stands for what has not been chosen yet. */
  readonly proposed?: ProposedPayment | undefined;
}

export function planPayment(values: Partial<PaymentValues>, facts: PlanFacts): PaymentPlan {
  const { terms, savedMethods, settings, quote, proposed } = facts;
  const available = availablePayments(terms, settings, ordinaryCircumstances);
  const method = planMethod(values.method, terms, savedMethods, settings, available);
  const { type } = method;
  if (!type) return { available, method, payNow: null, frequency: null, amount: null };
  const options = available.methods[type][methodUseOf(method)];
  const goodThrough = method.paying ? intendedMethod(method.paying.submitted).goodThrough : null;
  const chosen = values.frequency ?? (proposed && proposeFrequency(proposed, options));
  const frequency = planFrequency(chosen, {
    type,
    options,
    terms,
    settings,
    quote,
    goodThrough,
    isPayoffAmount: values.amount?.kind === 'payoff',
  });
  return {
    available,
    method,
    payNow: available.payNow[type],
    frequency,
    amount: planAmount(values.amount, type, frequency, terms, settings, proposed?.additional),
  };
}

/** Returns what the processor's fee depends on, as soon as method and frequency are decided (P 4). */
export function feeRequest({ method: { paying }, frequency }: PaymentPlan, accountNumber: string): FeeRequest | null {
  if (!paying || frequency?.isValid !== true) return null;
  const { name } = paying;
  return {
    accountNumber,
    method: name.type === 'Card' ? { type: 'Card', debitCredit: name.debitCredit } : { type: 'ACH' },
    timing: frequency.timing,
  };
}

/** Adds up amount and fees, once the amount is valid and the processor's fee is known. */
export function planTotals(
  { method, frequency, amount }: PaymentPlan,
  terms: PaymentTerms,
  thirdPartyCents: Cents | null,
): Totals | null {
  const amounts = amount && amountsOf(amount);
  if (!amounts || thirdPartyCents === null || !method.paying || !frequency) return null;
  const { amountCents, additionalPrincipalCents } = amounts;
  const fees = { firstPartyCents: firstPartyFee(method.paying.name, frequency.timing, terms.fees), thirdPartyCents };
  return {
    ...amounts,
    fees,
    totalCents: paymentTotal(amountCents, fees, additionalPrincipalCents),
    paysTotalDue: amount.paysTotalDue,
  };
}

/** Splits the amount among what is owed today. */
export function planAllocation(amountCents: Cents, terms: PaymentTerms, order: AllocationOrder): Allocation {
  const { feesDueCents, interestDueCents, payoffCents } = terms;
  const principalCents = maxCents(subtractCents(payoffCents, feesDueCents, interestDueCents), ZERO);
  const owed = { feesCents: feesDueCents, interestCents: interestDueCents, principalCents };
  return allocatePayment(amountCents, owed, order);
}
