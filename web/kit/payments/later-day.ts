import { paymentDayBlockText } from '#common/rules/payments/availability-texts.ts';
import type { PaymentDayBlock } from '#common/rules/payments/payment-days.ts';

export function laterDayBlockText(reason: PaymentDayBlock | 'Today') {
  return reason === 'Today' ? 'payDate.notInFuture' : paymentDayBlockText(reason);
}
