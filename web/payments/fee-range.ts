import type { Cents } from '#common/core/money.ts';
import { firstPartyFee, processingFee, thirdPartyFee } from '#common/payments/rules/fees.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { PaymentTerms, PaymentType } from '#common/payments/rules/payment-types.ts';
import type { PaymentPlan } from './payment-plan.ts';

/** The fees of a payment type; a bank account has the same for both. */
export interface FeeRange {
  readonly debitCents: Cents;
  readonly creditCents: Cents;
}

/** Returns what a type costs at the chosen or proposed frequency; once a card is chosen, only the fee of its kind. */
export function feeRange(
  type: PaymentType,
  { method: { paying }, frequency }: PaymentPlan,
  { fees }: Pick<PaymentTerms, 'fees'>,
  settings: Pick<PaymentSettings, 'thirdPartyFees'>,
): FeeRange {
  const timing = frequency?.timing ?? 'immediate';
  const thirdPartyCents = thirdPartyFee(type, settings);
  const feeOf = (method: Parameters<typeof firstPartyFee>[0]) =>
    processingFee({ firstPartyCents: firstPartyFee(method, timing, fees), thirdPartyCents });
  if (paying?.name.type === type) return { debitCents: feeOf(paying.name), creditCents: feeOf(paying.name) };
  if (type === 'ACH') return { debitCents: feeOf({ type }), creditCents: feeOf({ type }) };
  return {
    debitCents: feeOf({ type, debitCredit: 'DebitCard' }),
    creditCents: feeOf({ type, debitCredit: 'CreditCard' }),
  };
}
