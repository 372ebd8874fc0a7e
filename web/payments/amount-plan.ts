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
  regularAmount,
} from '#common/payments/rules/amounts.ts';
import { paysTotalDue } from '#common/payments/rules/total-due.ts';
import type { Availability } from '#common/payments/rules/availability-answer.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { PaymentTerms, PaymentType, RecurringOption } from '#common/payments/rules/payment-types.ts';
import {
  principalOnlyAvailability,
  type PrincipalOnlyBlock,
  principalOnlyLimits,
} from '#common/payments/rules/principal-only.ts';
import { type AdditionalPrincipal, readAdditionalPrincipal } from './amount/additional-principal.ts';
import { amountUseOf, type FrequencyPlan } from './frequency-plan.ts';
import type { AmountValue } from './payment-values.ts';

export interface AmountPlan {
  readonly value: AmountValue;
  readonly limits: AmountLimits;
  /** The step has nothing to decide (P 4). */
  readonly skipped: boolean;
  /** Draws the line of credit's total due at each payment; the amount sent is zero (P 4). */
  readonly paysTotalDue: boolean;
  /** For a recurring payment: its amounts compared with the installment. */
  readonly comparison: InstallmentComparison | null;
  readonly principalOnly: { readonly available: Availability<PrincipalOnlyBlock>; readonly limits: AmountLimits };
  /** Null unless the entry is a payable amount; zero if all of it is additional principal. */
  readonly cents: Cents | null;
  readonly additional: AdditionalPrincipal | null;
}

/** Compares recurring amounts with the loan's installments. */
export interface InstallmentComparison {
  readonly installmentCents: Cents;
  /** Offers the whole installment where a share of it is proposed. */
  readonly offersInstallment: boolean;
  /** Converts an amount to a monthly total. */
  readonly inAMonth: (amount: Cents) => Cents;
  readonly isFarAboveDue: (amount: Cents) => boolean;
}

/** Defaults to the amount due; if that can't be paid, asks for an amount. */
export function planAmount(
  value: AmountValue | undefined,
  type: PaymentType,
  frequency: FrequencyPlan,
  terms: PaymentTerms,
  settings: PaymentSettings,
  /** Additional principal that another screen proposed. */
  proposedAdditional = '',
): AmountPlan {
  const use = amountUseOf(frequency);
  const limits = amountLimits(terms, settings, type, use);
  const duePayable = findAmountError(limits.defaultCents, limits) === undefined;
  const chosen = value ?? { kind: duePayable ? 'due' : 'other', entry: '', additional: proposedAdditional };
  const comparison = use.timing === 'recurring' ? compareWithInstallment(use.option, limits, terms) : null;
  const principalOnly = {
    available: principalOnlyAvailability(terms, settings, use.timing),
    limits: principalOnlyLimits(terms, settings, type),
  };
  const base = { value: chosen, limits, comparison, principalOnly, paysTotalDue: false, additional: null };
  if (frequency.payoff.chosen) return { ...base, skipped: chosen.kind !== 'payoff', cents: frequency.payoff.cents };
  if (paysTotalDue(terms, settings, use)) return { ...base, paysTotalDue: true, skipped: true, cents: ZERO };
  // Don't skip the step if the amount due can't be paid.
  if (isAmountStepSkipped(type, use, terms, settings) && duePayable) {
    return { ...base, skipped: true, cents: limits.defaultCents };
  }
  if (chosen.kind === 'principal') {
    const entered = principalOnly.available.allowed ? parseAmountEntry(chosen.entry) : undefined;
    const isPayable = entered !== undefined && findAmountError(entered, principalOnly.limits) === undefined;
    const additional = { limitCents: principalOnly.limits.maximumCents, cents: isPayable ? entered : null };
    return { ...base, skipped: false, cents: ZERO, additional };
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
    case 'principal':
      // Has limits of its own.
      return undefined;
    case 'payoff':
      // The quote is missing, or no longer allowed.
      return undefined;
  }
}

/** Returns both amounts that go to the loan; null while one is undecided. */
export function amountsOf({
  cents,
  additional,
}: AmountPlan): { amountCents: Cents; additionalPrincipalCents: Cents } | null {
  const additionalPrincipalCents = additional ? additional.cents : ZERO;
  return cents === null || additionalPrincipalCents === null ? null : { amountCents: cents, additionalPrincipalCents };
}

export function paidToLoan(amounts: { readonly amountCents: Cents; readonly additionalPrincipalCents: Cents }): Cents {
  return addCents(amounts.amountCents, amounts.additionalPrincipalCents);
}
