import type { Day } from '#common/core/dates.ts';
import type { Availability } from '#common/rules/payments/availability-answer.ts';
import { paymentDayBlockText } from '#common/rules/payments/availability-texts.ts';
import { paymentDay, type PaymentDayBlock } from '#common/rules/payments/payment-days.ts';
import type { PaymentSettings } from '#common/rules/payments/payment-settings.ts';
import type { PaymentTerms, PaymentType } from '#common/rules/payments/payment-types.ts';

export type LaterDayBlock = PaymentDayBlock | 'Today';

/** Whether a payment may be set for a later day; today is what Pay Now is for. */
export function laterDay(
  type: PaymentType,
  date: Day,
  terms: PaymentTerms,
  settings: PaymentSettings,
): Availability<LaterDayBlock> {
  return date === terms.today ? { allowed: false, reason: 'Today' } : paymentDay(type, date, terms, settings);
}

export function laterDayBlockText(reason: LaterDayBlock) {
  return reason === 'Today' ? 'payDate.notInFuture' : paymentDayBlockText(reason);
}
