import { formatCents } from '#common/core/money.ts';
import { Text } from '#web/kit/Text.tsx';
import { FrequencyName } from '#web/payments/frequency/FrequencyName.tsx';
import type { ReadyPayment } from './ready-payment.ts';

/** How often a recurring payment is drawn, and what that comes to in a month where the rhythm is not that of the bills. */
export function RhythmLine({ payment: { frequency, monthlyTotalCents } }: { readonly payment: ReadyPayment }) {
  if (!frequency.rhythm) return null;
  return (
    <p>
      <FrequencyName frequency={frequency.value.frequency} daysBeforeDue={frequency.rhythm.daysBeforeDue} />
      {monthlyTotalCents !== null && (
        <>
          {'. '}
          <Text of="amount.inAMonth" with={[formatCents(monthlyTotalCents)]} />
        </>
      )}
    </p>
  );
}
