import type { Day } from '#common/core/dates.ts';
import { comesAfterDue } from '#common/payments/rules/payment-days.ts';
import type { PaymentTerms } from '#common/payments/rules/payment-types.ts';
import { DayText } from '#web/kit/DayText.tsx';
import { Text } from '#web/kit/Text.tsx';
import { Alert } from '#web/ui/Alert.tsx';

/** A day may be chosen that is too late for what is due; the customer should know. */
export function AfterDueWarning({ payOn, terms }: { readonly payOn: Day | null; readonly terms: PaymentTerms }) {
  if (payOn === null || !comesAfterDue(payOn, terms)) return null;
  return (
    <Alert tone="warn">
      <Text of="payDate.afterDue" with={[<DayText key="due" day={terms.dueOn} />]} />
    </Alert>
  );
}
