import { CreditCard, Landmark } from 'lucide-react';
import type { PaymentType } from '#common/payments/rules/payment-types.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { ControlName } from '#web/kit/ControlName.tsx';

export function MethodMark({ type }: { readonly type: PaymentType }) {
  const Icon = type === 'Card' ? CreditCard : Landmark;
  return (
    <>
      <Icon size={20} aria-hidden="true" />
      <VisuallyHidden>
        <ControlName of={type === 'Card' ? 'plannedPayments.card' : 'plannedPayments.ach'} />
      </VisuallyHidden>
    </>
  );
}
