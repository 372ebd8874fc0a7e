import { paymentDayBlockText } from '#common/payments/rules/availability-texts.ts';
import type { PaymentDayBlock } from '#common/payments/rules/payment-days.ts';

export function laterDayBlockText(reason: PaymentDayBlock | 'Today') {
  return reason === 'Today' ? 'payDate.notInFuture' : paymentDayBlockText(reason);
}
