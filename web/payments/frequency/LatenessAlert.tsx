import type { Lateness } from '#common/payments/rules/payment-days.ts';
import { DayText } from '#web/kit/DayText.tsx';
import { Money } from '#web/kit/Money.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';

/** Explains a payment after the due date: still within grace, or with a late charge. */
export function LatenessAlert({ of: lateness }: { readonly of: Lateness }) {
  if (lateness.kind === 'onTime') return null;
  const { charge } = lateness;
  const due = <DayText key="due" day={lateness.dueOn} />;
  if (charge === 'unknown' || charge === 'none') {
    return (
      <Alert tone="warn">
        <Text of={charge === 'unknown' ? 'payDate.afterDue' : 'payDate.afterDueNoCharge'} with={{ dueDate: due }} />
      </Alert>
    );
  }
  const payBy = <DayText key="payBy" day={charge.payBy} />;
  return lateness.kind === 'afterDue' ? (
    <Alert tone="info">
      <Text of="payDate.inGrace" with={{ dueDate: due, payBy }} />
    </Alert>
  ) : (
    <Alert tone="warn">
      <Text of="payDate.afterGrace" with={{ dueDate: due, charge: <Money cents={charge.chargeCents} />, payBy }} />
    </Alert>
  );
}
