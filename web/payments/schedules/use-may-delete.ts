import type { ScheduledPayment } from '#common/payments/rules/payment-types.ts';
import { useOption } from '#web/institution/settings.ts';

/** With an outside payment service, only the item's own flag counts, not the institution's switch (P 5). */
export function useMayDelete({ deletable }: Pick<ScheduledPayment, 'deletable'>): boolean {
  const allowed = useOption('paymentOptions.allowScheduledDeletion');
  const managed = useOption('paymentOptions.useScheduledPaymentManager');
  return deletable && (managed || allowed);
}
