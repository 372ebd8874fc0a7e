import { formatCents } from '#common/core/money.ts';
import { Text } from '#web/kit/Text.tsx';
import { FrequencyName } from '#web/payments/frequency/FrequencyName.tsx';
import type { ReadyPayment } from './ready-payment.ts';

/** The frequency of a recurring payment, and its monthly total if it differs from the bills. */
export function RecurrenceLine({ payment: { frequency, monthlyTotalCents } }: { readonly payment: ReadyPayment }) {
  if (!frequency.recurrence) return null;
  return (
    <p>
      <FrequencyName frequency={frequency.value.frequency} daysBeforeDue={frequency.recurrence.daysBeforeDue} />
      {monthlyTotalCents !== null && (
        <>
          {'. '}
          <Text of="amount.inAMonth" with={{ amount: formatCents(monthlyTotalCents) }} />
        </>
      )}
    </p>
  );
}
