import { addCents, type Cents, ZERO } from '#common/core/money.ts';
import {
  type AmountLimits,
  amountLimits,
  findAmountError,
  isAmountStepSkipped,
  isFarAboveDue,
  mayAddPrincipal,
  monthlyAmount,
  parseAmountEntry,
  paysTotalDue,
  regularAmount,
} from '#common/payments/rules/amounts.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { PaymentTerms, PaymentType, RecurringOption } from '#common/payments/rules/payment-types.ts';
import { type AdditionalPrincipal, readAdditionalPrincipal } from './amount/additional-principal.ts';
import { amountUseOf, type FrequencyPlan } from './frequency-plan.ts';
import type { AmountValue } from './payment-values.ts';

export interface AmountPlan {
  readonly value: AmountValue;
  readonly limits: AmountLimits;
  /** There is nothing to decide (P 4). */
  readonly skipped: boolean;
  /** The total due of the line of credit at the time of each payment; the amount that is sent is zero (P 4). */
  readonly paysTotalDue: boolean;
  /** Of a recurring payment: what each one is in proportion to the installment. */
  readonly comparison: InstallmentComparison | null;
  /** Nothing while what was typed is not an amount that may be paid. */
  readonly cents: Cents | null;
  readonly additional: AdditionalPrincipal | null;
}

/** Compares recurring amounts with the loan's installments. */
export interface InstallmentComparison {
  readonly installmentCents: Cents;
  /** The whole installment, where a share of it is proposed and more may be paid. */
  readonly offersInstallment: boolean;
  /** What an amount comes to in a month. */
  readonly inAMonth: (amount: Cents) => Cents;
  readonly isFarAboveDue: (amount: Cents) => boolean;
}

/** The amount due stands at first; where it may not be paid, an amount is asked for. */
export function planAmount(
  value: AmountValue | undefined,
  type: PaymentType,
  frequency: FrequencyPlan,
  terms: PaymentTerms,
  settings: PaymentSettings,
): AmountPlan {
  const use = amountUseOf(frequency);
  const limits = amountLimits(terms, settings, type, use);
  const duePayable = findAmountError(limits.defaultCents, limits) === undefined;
  const chosen = value ?? { kind: duePayable ? 'due' : 'other', entry: '', additional: '' };
  const comparison = use.timing === 'recurring' ? compareWithInstallment(use.option, limits, terms) : null;
  const base = { value: chosen, limits, comparison, paysTotalDue: false, additional: null };
  if (frequency.payoff.chosen) return { ...base, skipped: true, cents: frequency.payoff.cents };
  if (paysTotalDue(terms, settings, use)) return { ...base, paysTotalDue: true, skipped: true, cents: ZERO };
  // What may not be paid is not passed over in silence.
  if (isAmountStepSkipped(type, use, terms, settings) && duePayable) {
    return { ...base, skipped: true, cents: limits.defaultCents };
  }
  const typed = enteredAmount(chosen, limits, comparison);
  const payable = typed !== undefined && findAmountError(typed, limits) === undefined ? typed : null;
  const additional = mayAddPrincipal(type, use, terms, settings)
    ? readAdditionalPrincipal(chosen.additional, payable ?? ZERO, terms)
    : null;
  return { ...base, skipped: false, cents: payable, additional };
}

/** Null when the payment has the frequency of the bills. */
function compareWithInstallment(
  option: RecurringOption,
  limits: AmountLimits,
  terms: PaymentTerms,
): InstallmentComparison | null {
  const installmentCents = regularAmount(terms);
  if (limits.defaultCents === installmentCents && !isFarAboveDue(installmentCents, option, terms)) return null;
  return {
    installmentCents,
    offersInstallment: findAmountError(installmentCents, limits) === undefined,
    inAMonth: (amount) => monthlyAmount(amount, option, terms.billingFrequency),
    isFarAboveDue: (amount) => isFarAboveDue(amount, option, terms),
  };
}

function enteredAmount(
  value: AmountValue,
  limits: AmountLimits,
  comparison: InstallmentComparison | null,
): Cents | undefined {
  switch (value.kind) {
    case 'due':
      return limits.defaultCents;
    case 'installment':
      return comparison?.installmentCents;
    case 'other':
      return parseAmountEntry(value.entry);
  }
}

/** Both amounts that a payment pays towards the loan; nothing while one of them is open. */
export function amountsOf({
  cents,
  additional,
}: AmountPlan): { amountCents: Cents; additionalPrincipalCents: Cents } | null {
  const additionalPrincipalCents = additional ? additional.cents : ZERO;
  return cents === null || additionalPrincipalCents === null ? null : { amountCents: cents, additionalPrincipalCents };
}

/** What goes to the loan altogether. */
export function paidToLoan(amounts: { readonly amountCents: Cents; readonly additionalPrincipalCents: Cents }): Cents {
  return addCents(amounts.amountCents, amounts.additionalPrincipalCents);
}
