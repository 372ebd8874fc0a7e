import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import type { PaymentFacts } from '../payment-facts.ts';

/** A notice that the loan has fees due (P 1). */
export function ServicingFeesNotice({ facts: { loan } }: { readonly facts: PaymentFacts }) {
  if (loan.state !== 'ready' || loan.value.terms.feesDueCents <= 0) return null;
  return (
    <Alert tone="info">
      <Text of="payment.servicingFeesNotice" />
    </Alert>
  );
}
