import { addCents, type Cents, ZERO } from '#common/core/money.ts';
import {
  type AmountLimits,
  amountLimits,
  findAmountError,
  isAmountStepSkipped,
  mayAddPrincipal,
  parseAmountEntry,
  paysTotalDue,
} from '#common/rules/payments/amounts.ts';
import type { PaymentSettings } from '#common/rules/payments/payment-settings.ts';
import type { PaymentTerms, PaymentType } from '#common/rules/payments/payment-types.ts';
import { type AdditionalPrincipal, readAdditionalPrincipal } from '#web/kit/payments/additional-principal.ts';
import { amountUseOf, type FrequencyPlan } from './frequency-plan.ts';
import type { AmountValue } from './payment-values.ts';

export interface AmountPlan {
  readonly value: AmountValue;
  readonly limits: AmountLimits;
  /** There is nothing to decide (P 4). */
  readonly skipped: boolean;
  /** The total due of the line of credit at the time of each payment; the amount that is sent is zero (P 4). */
  readonly paysTotalDue: boolean;
  /** Nothing while what was typed is not an amount that may be paid. */
  readonly cents: Cents | null;
  readonly additional: AdditionalPrincipal | null;
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
  const base = { value: chosen, limits, paysTotalDue: false, additional: null };
  if (frequency.payoff.chosen) return { ...base, skipped: true, cents: frequency.payoff.cents };
  if (paysTotalDue(terms, settings, use)) return { ...base, paysTotalDue: true, skipped: true, cents: ZERO };
  // What may not be paid is not passed over in silence.
  if (isAmountStepSkipped(type, use, terms, settings) && duePayable) {
    return { ...base, skipped: true, cents: limits.defaultCents };
  }
  const typed = chosen.kind === 'due' ? limits.defaultCents : parseAmountEntry(chosen.entry);
  const payable = typed !== undefined && findAmountError(typed, limits) === undefined ? typed : null;
  const additional = mayAddPrincipal(type, use, terms, settings)
    ? readAdditionalPrincipal(chosen.additional, payable ?? ZERO, terms)
    : null;
  return { ...base, skipped: false, cents: payable, additional };
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
